"""Whoever waits for a run is woken by its end."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection

from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import edge, node
from tests.factories.run_documents import chain, text
from tests.factories.runs import run_create
from tests.factories.workflows import workflow_create
from workflow_editor.adapters.events import completion_signal
from workflow_editor.models import Run, Status, Workflow
from workflow_editor.services.runs import await_completion
from workflow_editor.services.runs.await_completion import run_wait
from workflow_editor.services.runs.start import run_start

ASKS = {
    **chain(node("ask", "approval", {"title": "Go?"})),
    "edges": [edge("start", "ask"), edge("ask", "end", port="approved")],
}


def waiting_for(run: Run, timeout_s: float) -> bool:
    try:
        return run_wait(run.pk, timeout_s)
    finally:
        connection.close()


def test_a_finished_run_is_not_waited_for(queue: TaskQueue, workflow: Workflow) -> None:
    assert run_wait(run_create(workflow).pk, 0)


def test_waiting_ends_after_its_time(queue: TaskQueue, workflow: Workflow) -> None:
    assert not run_wait(run_create(workflow, status=Status.RUNNING).pk, 0.01)


@pytest.mark.parametrize("document", [chain(text("a")), ASKS])
def test_the_end_of_a_run_wakes_who_waits(
    queue: TaskQueue, alice: User, monkeypatch: pytest.MonkeyPatch, begins_in_a_worker: None, document: dict[str, Any]
) -> None:
    monkeypatch.setattr(await_completion, "LOOK_EVERY_S", 60)
    listens = threading.Event()
    real = completion_signal.awaiting

    def listening(run_id: Any) -> Any:
        listens.set()
        return real(run_id)

    monkeypatch.setattr(await_completion, "awaiting", listening)
    run, _ = run_start(workflow_create(alice, document=document), alice, inputs={})
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(waiting_for, run, 30)
        assert listens.wait(60)
        queue.run_all()
        assert waiting.result(60)


def test_a_run_that_asks_a_person_is_not_waited_for(queue: TaskQueue, alice: User) -> None:
    run, _ = run_start(workflow_create(alice, document=ASKS), alice, inputs={})
    assert Run.objects.get(pk=run.pk).status == Status.WAITING
    assert run_wait(run.pk, 0)


def test_a_run_that_waits_for_a_moment_is_waited_for(queue: TaskQueue, alice: User) -> None:
    document = chain(node("pause", "delay", {"seconds": 60}))
    run, _ = run_start(workflow_create(alice, document=document), alice, inputs={})
    assert Run.objects.get(pk=run.pk).status == Status.WAITING
    assert not run_wait(run.pk, 0)


def test_the_end_in_another_process_is_found_in_the_row(
    queue: TaskQueue, workflow: Workflow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(await_completion, "LOOK_EVERY_S", 0.01)
    run = run_create(workflow, status=Status.RUNNING)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(waiting_for, run, 30)
        Run.objects.filter(pk=run.pk).update(status=Status.SUCCEEDED)
        assert waiting.result(60)
