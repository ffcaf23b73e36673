"""Reports of nodes are stored in order, text in larger pieces, and nothing after the end of a run."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import OperationalError, transaction

from agents.core.events import ModelCallFinished, ModelCallStarted, ToolsOffered
from tests.factories.runs import node_run_create, run_create
from tests.polling import wait_until
from workflow_editor.adapters.database import retry as database_retry
from workflow_editor.adapters.events.recorder import Recorder
from workflow_editor.models import JournalRow, NodeRun, Run, RunEvent, Status, Workflow
from workflow_editor.run_store import run_store
from workflow_editor.run_store.leases import Lease, NodeAddress
from workflow_editor.run_store.writes import NewEntry

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def run(workflow: Workflow) -> Run:
    return run_create(workflow, status=Status.RUNNING)


def held(run: Run, key: str = "writer", owner: str = "me") -> Lease:
    row = node_run_create(run, key, status=Status.RUNNING, lease_owner=owner)
    return Lease(NodeAddress(run.pk, row.pk, key), owner)


@pytest.fixture
def lease(run: Run) -> Lease:
    return held(run)


@pytest.fixture
def recorder(text_stored_on_demand: None) -> Iterator[Recorder]:
    """A recorder that writes on request, unless an event is urgent."""
    recorder = Recorder()
    yield recorder
    recorder.close()


def stored(run: Run) -> list[tuple[str, str]]:
    rows = RunEvent.objects.filter(run=run).order_by("seq")
    return [(row.type, row.payload.get("text", "")) for row in rows]


def test_adjacent_pieces_of_text_become_one_event(recorder: Recorder, run: Run, lease: Lease) -> None:
    recorder.text(lease, "r1", 0, "Hel")
    recorder.text(lease, "r1", 3, "lo")
    recorder.flush()
    event = RunEvent.objects.get(run=run)
    assert event.payload == {"stream": "r1", "offset": 0, "text": "Hello"}
    assert event.node_key == "writer"


def test_a_new_stream_or_a_jump_is_a_new_piece(recorder: Recorder, run: Run, lease: Lease) -> None:
    recorder.text(lease, "r1", 0, "a")
    recorder.text(lease, "r2", 0, "b")
    recorder.text(lease, "r2", 0, "again")
    recorder.flush()
    assert [text for _, text in stored(run)] == ["a", "b", "again"]


def test_an_event_stands_behind_the_text_before_it(recorder: Recorder, run: Run, lease: Lease) -> None:
    recorder.text(lease, "r1", 0, "Hello")
    recorder.event(lease, ModelCallFinished(1, "stop", {}, 0, 5))
    recorder.close()
    assert stored(run) == [("node_text_appended", "Hello"), ("model_call_finished", "")]


def test_many_runs_are_stored_in_one_transaction(
    recorder: Recorder, workflow: Workflow, monkeypatch: pytest.MonkeyPatch
) -> None:
    entered = []
    real = transaction.atomic

    def atomic() -> Any:
        entered.append(1)
        return real()

    monkeypatch.setattr(transaction, "atomic", atomic)
    for _ in range(3):
        run = run_create(workflow, status=Status.RUNNING)
        recorder.text(held(run), "r1", 0, "x")
    recorder.flush()
    assert RunEvent.objects.count() == 3
    assert len(entered) == 1


def test_what_was_taken_is_not_stored_again(recorder: Recorder, run: Run, lease: Lease) -> None:
    recorder.text(lease, "r1", 0, "Hello")
    reported = recorder.take(lease)
    recorder.flush()
    assert stored(run) == []
    assert [event.type for event in reported.events] == ["node_text_appended"]


def test_a_finished_run_takes_no_more_events(recorder: Recorder, run: Run, lease: Lease) -> None:
    Run.objects.filter(pk=run.pk).update(status=Status.CANCELLED)
    recorder.text(lease, "r1", 0, "late")
    recorder.flush()
    assert stored(run) == []


def test_what_could_not_be_stored_is_kept_in_order(
    recorder: Recorder, run: Run, lease: Lease, monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked(*_: object) -> None:
        raise OperationalError("database is locked")

    recorder.text(lease, "r1", 0, "first ")
    with monkeypatch.context() as broken:
        broken.setattr(run_store, "append", locked)
        broken.setattr(database_retry, "WAITS_S", (0.0,))
        with pytest.raises(OperationalError):
            recorder.flush()
    recorder.text(lease, "r1", 6, "second")
    recorder.flush()
    assert "".join(text for _, text in stored(run)) == "first second"


def test_numbers_follow_each_other(run: Run, lease: Lease, recorder: Recorder) -> None:
    for offset in range(3):
        recorder.text(lease, "r1", offset, "x")
        recorder.flush()
    assert list(RunEvent.objects.filter(run=run).order_by("seq").values_list("seq", flat=True)) == [1, 2, 3]
    run.refresh_from_db()
    assert run.last_seq == 3


def test_nothing_to_append_changes_nothing(run: Run) -> None:
    run_store.append_events({})
    run.refresh_from_db()
    assert run.last_seq == 0


def entry(seq: int) -> NewEntry:
    return NewEntry(seq, "tool_result", 1, f"call_{seq}", {"data": seq})


def calls_in_journal(lease: Lease) -> list[str]:
    return list(JournalRow.objects.filter(node_run_id=lease.node.node_run_id).values_list("call_id", flat=True))


def test_an_entry_that_may_wait_is_stored_with_what_the_node_reports(
    recorder: Recorder, run: Run, lease: Lease
) -> None:
    recorder.entry(lease, entry(1))
    recorder.event(lease, ToolsOffered(1))
    recorder.close()
    assert calls_in_journal(lease) == ["call_1"]
    assert stored(run) == [("tools_offered", "")]


@pytest.mark.parametrize("with_entry", [True, False])
def test_a_node_that_was_given_away_stores_nothing_and_keeps_nobody_else_from_it(
    recorder: Recorder, run: Run, lease: Lease, with_entry: bool
) -> None:
    NodeRun.objects.filter(pk=lease.node.node_run_id).update(lease_owner="somebody else")
    successor, other = Lease(lease.node, "somebody else"), held(run, "reader")
    if with_entry:
        recorder.entry(lease, entry(1))
    recorder.text(lease, "r1", 0, "told by whom the node was taken from")
    recorder.text(successor, "r1", 0, "Good")
    recorder.text(other, "r1", 0, "Hello")
    recorder.close()
    assert calls_in_journal(lease) == []
    assert sorted(stored(run)) == [("node_text_appended", "Good"), ("node_text_appended", "Hello")]


def test_an_event_behind_one_that_was_taken_is_stored_in_time(recorder: Recorder, run: Run, lease: Lease) -> None:
    recorder.text(lease, "r1", 0, "not due for long")
    recorder.event(lease, ModelCallStarted(1, "m", "P"))
    recorder.take(lease)
    recorder.event(lease, ToolsOffered(1))
    assert wait_until(lambda: stored(run)) == [("tools_offered", "")]


def test_an_event_that_comes_while_text_waits_is_not_held_up(recorder: Recorder, run: Run, lease: Lease) -> None:
    recorder.text(lease, "r1", 0, "not due for long")
    recorder.event(lease, ToolsOffered(1))
    assert wait_until(lambda: stored(run)) == [("node_text_appended", "not due for long"), ("tools_offered", "")]
