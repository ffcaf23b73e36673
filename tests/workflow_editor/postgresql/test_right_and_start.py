"""A right that is taken away while a run begins: either comes first, and nobody begins a run without it."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event

import pytest
from django.contrib.auth.models import User
from django.db import connection, connections, transaction

from tests.doubles.task_queue import TaskQueue
from tests.factories.workflows import workflow_create
from tests.polling import wait_until
from workflow_editor.errors import ForbiddenError
from workflow_editor.models import Run, Workflow, WorkflowMember
from workflow_editor.services.runs.start import run_start

LOSSES: dict[str, Callable[[], object]] = {
    "removed": lambda: WorkflowMember.objects.all().delete(),
    "downgraded": lambda: WorkflowMember.objects.update(role=WorkflowMember.Role.VIEWER),
    "deactivated": lambda: User.objects.filter(username="bob").update(is_active=False),
}


@pytest.fixture
def shared(alice: User, bob: User, queue: TaskQueue) -> Workflow:
    return workflow_create(alice, editors=(bob,))


def in_a_thread(pool: ThreadPoolExecutor, act: Callable[[], object]) -> "Future[object]":
    def closing() -> object:
        try:
            return act()
        finally:
            connections.close_all()

    return pool.submit(closing)


def somebody_waits_for_a_lock() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return bool(cursor.fetchone()[0])


@pytest.mark.parametrize("loss", LOSSES.values(), ids=LOSSES)
def test_a_run_waits_for_a_removal_in_progress_and_is_refused(
    shared: Workflow, bob: User, loss: Callable[[], object]
) -> None:
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            loss()
            begun = in_a_thread(pool, lambda: run_start(shared, bob, inputs={"topic": "looms"}))
            wait_until(somebody_waits_for_a_lock, within_s=30)
        with pytest.raises(ForbiddenError) as refused:
            begun.result(60)
    assert refused.value.code == "right_lost"
    assert not Run.objects.exists()


@pytest.mark.parametrize("loss", LOSSES.values(), ids=LOSSES)
def test_a_removal_waits_for_a_run_that_begins(shared: Workflow, bob: User, loss: Callable[[], object]) -> None:
    lost = Event()

    def take_away() -> None:
        loss()
        lost.set()

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            run_start(shared, bob, inputs={"topic": "looms"})
            removal = in_a_thread(pool, take_away)
            wait_until(somebody_waits_for_a_lock, within_s=30)
            assert not lost.is_set()
        removal.result(60)
    assert Run.objects.count() == 1
