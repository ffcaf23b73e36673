"""If a worker of the same process is free, a new run's first node is claimed before its task is sent."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from tests.doubles.task_queue import TaskQueue
from tests.factories.run_documents import ask, chain, fan, text
from tests.factories.workflows import workflow_create
from tests.workflow_editor.services.run_asserts import assert_over, events_of
from tools.core.concurrency.places import Share
from workflow_editor.adapters.process.task_queue import RUN_NODE, collecting_tasks
from workflow_editor.models import NodeRun, Run
from workflow_editor.services.runs.early_claims import EarlyClaims
from workflow_editor.services.runs.places import node_places
from workflow_editor.services.runs.recovery import sweep
from workflow_editor.services.runs.start import run_start

EFFECTS = chain(ask("a"), ask("b"))

Start = Callable[[dict[str, Any]], Run]


@pytest.fixture(autouse=True)
def claims(monkeypatch: pytest.MonkeyPatch) -> EarlyClaims:
    """The claims of this test, which plays a worker with two threads; not opened yet."""
    claims = EarlyClaims()
    node_places.resize(node_places.size)
    for module in ("start", "turns"):
        monkeypatch.setattr(f"workflow_editor.services.runs.{module}.early_claims", claims)
    return claims


@pytest.fixture
def start(queue: TaskQueue, alice: User) -> Start:
    return lambda document: run_start(workflow_create(alice, document=document), alice, inputs={})[0]


def statuses(run: Run) -> list[str]:
    """Return the statuses of the run's nodes with effects, in the order in which they got ready."""
    rows = NodeRun.objects.filter(run=run).exclude(node_key__in=("start", "join", "end"))
    return list(rows.order_by("id").values_list("status", flat=True))


def assert_succeeded(*runs: Run) -> None:
    for run in runs:
        run.refresh_from_db()
        assert_over(run, "succeeded")


def test_a_claimed_node_runs_in_its_task(queue: TaskQueue, start: Start, claims: EarlyClaims) -> None:
    claimed_by_its_task = start(EFFECTS)
    queue.run_all()
    claims.open(lambda: 1)
    run = start(EFFECTS)
    assert (run.status, statuses(run), queue.names()) == ("running", ["running"], [RUN_NODE])
    queue.run_all()
    assert_succeeded(run)
    happened = [event for event in events_of(run) if event[0] != "node_text_appended"]
    assert happened == [event for event in events_of(claimed_by_its_task) if event[0] != "node_text_appended"]


def test_of_several_nodes_one_is_claimed(queue: TaskQueue, start: Start, claims: EarlyClaims) -> None:
    claims.open(lambda: 2)
    run = start(fan(ask("a"), ask("b"), ask("c")))
    assert (statuses(run), queue.names()) == (["running", "queued", "queued"], [RUN_NODE] * 3)
    queue.run_all()
    assert_succeeded(run)


def test_no_more_is_claimed_than_threads_are_free(queue: TaskQueue, start: Start, claims: EarlyClaims) -> None:
    claims.open(lambda: 2)
    runs = [start(EFFECTS) for _ in range(3)]
    assert [statuses(run) for run in runs] == [["running"], ["running"], ["queued"]]
    queue.run_all()
    later = start(EFFECTS)
    assert statuses(later) == ["running"]
    queue.run_all()
    assert_succeeded(*runs, later)


def test_runs_without_effects_send_nothing(queue: TaskQueue, start: Start, claims: EarlyClaims) -> None:
    claims.open(lambda: 1)
    assert all(start(chain(text("a", "x"))).status == "succeeded" for _ in range(5))
    assert not queue.sent
    assert statuses(start(EFFECTS)) == ["running"]


def test_what_may_be_undone_or_runs_in_the_same_thread_is_not_claimed(
    queue: TaskQueue, start: Start, claims: EarlyClaims
) -> None:
    claims.open(lambda: 2)
    with transaction.atomic():
        undone = start(EFFECTS)
    assert (statuses(undone), queue.names()) == (["queued"], [RUN_NODE])
    with collecting_tasks() as tasks:
        here = start(EFFECTS)
    assert (statuses(here), [task for task, _ in tasks]) == (["queued"], [RUN_NODE])


def test_a_step_that_cannot_be_stored_keeps_no_thread(claims: EarlyClaims) -> None:
    claims.open(lambda: 1)

    def fail_to_store() -> None:
        with claims.reserved(Share()) as send:
            assert send is not None
            raise ValueError("not JSON")

    for _ in range(2):
        with pytest.raises(ValueError, match="not JSON"):
            fail_to_store()


def test_a_task_that_comes_after_its_lease_leaves_the_node_to_the_sweeper(
    queue: TaskQueue, start: Start, claims: EarlyClaims, monkeypatch: pytest.MonkeyPatch
) -> None:
    claims.open(lambda: 1)
    run = start(EFFECTS)
    monkeypatch.setattr("workflow_editor.services.runs.early_claims.lease_end", lambda claimed_at: claimed_at)
    queue.run_all()
    assert statuses(run) == ["running"]
    NodeRun.objects.filter(run=run).update(lease_until=timezone.now() - timedelta(minutes=1))
    sweep()
    queue.run_all()
    assert_succeeded(run)
