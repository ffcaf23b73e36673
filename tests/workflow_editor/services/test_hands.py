"""In a server that also works on runs, a new run's first node begins in a free thread, without a task."""

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction

from tests.doubles.task_queue import TaskQueue
from tests.factories.run_documents import ask, chain, fan, text
from tests.factories.workflows import workflow_create
from tests.polling import wait_until
from tests.workflow_editor.services.run_asserts import assert_over, events_of
from workflow_editor.adapters.doorbell import RUN_NODE, answering_here
from workflow_editor.models import Run
from workflow_editor.services.runs.hands import Hands, Work
from workflow_editor.services.runs.node_execution import execute_claimed
from workflow_editor.services.runs.start import run_start
from workflow_editor.services.runs.step import ClaimedNode

WITHIN_S = 60.0
EFFECTS = chain(ask("a"), ask("b"))

Open = Callable[[Work], threading.Semaphore]


@pytest.fixture
def open_hands(monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """Return what opens the threads of this test; it gives back a count of the nodes that they are done with."""
    hands, ended = Hands(), threading.Semaphore(0)
    monkeypatch.setattr("workflow_editor.services.runs.start.hands", hands)

    def open_for(work: Work) -> threading.Semaphore:
        def and_tell(claimed: ClaimedNode) -> None:
            try:
                work(claimed)
            finally:
                connection.close()
                ended.release()

        hands.open(and_tell)
        return ended

    yield open_for
    hands.close()


@pytest.fixture
def start(queue: TaskQueue, alice: User) -> Callable[[dict[str, Any]], Run]:
    return lambda document: run_start(workflow_create(alice, document=document), alice, inputs={})[0]


def test_effects_run_without_a_task(queue: TaskQueue, start: Any, open_hands: Open) -> None:
    through_the_queue = start(EFFECTS)
    queue.run_all()
    ended = open_hands(execute_claimed)
    run = start(EFFECTS)
    assert run.status == "running"
    assert ended.acquire(timeout=WITHIN_S)
    assert not queue.sent
    run.refresh_from_db()
    assert_over(run, "succeeded")
    told = [event for event in events_of(run) if event[0] != "node_text_appended"]
    assert told == [event for event in events_of(through_the_queue) if event[0] != "node_text_appended"]


def test_of_several_nodes_one_begins_and_workers_are_called_for_the_others(
    queue: TaskQueue, start: Any, open_hands: Open
) -> None:
    ended = open_hands(execute_claimed)
    run = start(fan(ask("a"), ask("b"), ask("c")))
    assert queue.names() == [RUN_NODE, RUN_NODE]
    assert ended.acquire(timeout=WITHIN_S)
    queue.run_all()
    run.refresh_from_db()
    assert_over(run, "succeeded")


def test_workers_take_what_no_thread_is_free_for(queue: TaskQueue, start: Any, open_hands: Open) -> None:
    may_go_on = threading.Event()

    def work(claimed: ClaimedNode) -> None:
        assert may_go_on.wait(WITHIN_S)
        execute_claimed(claimed)

    ended = open_hands(work)
    runs = [start(EFFECTS) for _ in range(5)]
    assert queue.names() == [RUN_NODE]
    may_go_on.set()
    queue.run_all()
    for _ in runs[1:]:
        assert ended.acquire(timeout=WITHIN_S)
    for run in runs:
        run.refresh_from_db()
        assert_over(run, "succeeded")


def test_runs_without_effects_need_no_thread(queue: TaskQueue, start: Any, open_hands: Open) -> None:
    ended = open_hands(execute_claimed)
    assert all(start(chain(text("a", "x"))).status == "succeeded" for _ in range(5))
    assert start(EFFECTS).status == "running"
    assert not queue.sent
    assert ended.acquire(timeout=WITHIN_S)


def test_what_may_be_undone_or_is_answered_here_begins_nowhere_else(
    queue: TaskQueue, start: Any, open_hands: Open
) -> None:
    open_hands(execute_claimed)
    with transaction.atomic():
        start(EFFECTS)
    assert queue.names() == [RUN_NODE]
    with answering_here() as rings:
        start(EFFECTS)
    assert [task for task, _ in rings] == [RUN_NODE]


def test_a_thread_is_free_again_after_a_node_that_broke_off(
    queue: TaskQueue, start: Any, open_hands: Open, caplog: pytest.LogCaptureFixture
) -> None:
    def break_off(claimed: ClaimedNode) -> None:
        raise OSError("no disk")

    def begins_in_a_thread() -> bool:
        start(EFFECTS)
        is_queued = bool(queue.sent)
        queue.run_all()
        return not is_queued

    ended = open_hands(break_off)
    for _ in range(5):
        # The thread is free a moment after its work has ended.
        wait_until(begins_in_a_thread)
        assert ended.acquire(timeout=WITHIN_S)
    assert "broke off" in caplog.text
