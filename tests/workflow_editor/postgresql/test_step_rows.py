"""A step in one statement writes what one in many statements writes, or nothing. Only PostgreSQL takes it at once."""

from itertools import groupby
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from agents.core.ports import JournalEntry
from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import node
from tests.factories.run_documents import ask, chain, text
from tests.factories.runs import node_run_create, run_create
from tests.factories.workflows import workflow_create
from workflow_editor.adapters.event_store import NewEvent
from workflow_editor.adapters.journal_rows import NewEntry
from workflow_editor.adapters.node_address import NodeAddress
from workflow_editor.adapters.node_run_rows import node_row_closing, ready_rows
from workflow_editor.adapters.run_rows import run_rows_append
from workflow_editor.adapters.step_rows import NodeEnding, StepRows, Stored, step_rows_store
from workflow_editor.engine.events import NodeQueued, NodeSucceeded
from workflow_editor.engine.scopes import Address
from workflow_editor.engine.state import FinishedNode
from workflow_editor.models import JournalRow, NodeRun, PayloadUse, Run, RunEvent, Status, Workflow
from workflow_editor.models.payload import INLINE_CHARACTERS
from workflow_editor.services.runs import step as steps
from workflow_editor.services.runs.start import run_start

OWNER = "me:1"
DIFFERS = {
    "id",
    "created_at",
    "deadline_at",
    "run",
    "run_id",
    "node_run",
    "lease_until",
    "queued_at",
    "started_at",
    "finished_at",
}


@pytest.fixture
def run(workflow: Workflow) -> Run:
    return run_create(workflow, status=Status.RUNNING, open_nodes=1, last_seq=3)


@pytest.fixture
def working(run: Run) -> NodeRun:
    return node_run_create(run, "a", status=Status.RUNNING, lease_owner=OWNER)


def store(run: Run, working: NodeRun, owner: str = OWNER) -> Stored | None:
    """End `working` with an entry in its journal, let `b` and `c` follow, and tell two events."""
    now = timezone.now()
    happened = [NodeSucceeded({"result": 1}, ["out"], 1, node_key="a"), NodeQueued(node_key="b")]
    events = [NewEvent.of(event, now) for event in happened]
    entries = [NewEntry(1, JournalEntry(kind="reply", round=1, call_id="", payload={"text": "Hi"}))]
    change = node_row_closing(run.pk, working.pk, owner, FinishedNode("a", "succeeded", {"result": 1}), {}, now)
    ready = ready_rows(run.pk, [Address("b"), Address("c")], now, claimed_by="me:2")
    ending = NodeEnding(NodeAddress(run.pk, working.pk, "a"), change, entries)
    return step_rows_store(StepRows(run, events, ready, ending))


def assert_untouched(run: Run, working: NodeRun) -> None:
    working.refresh_from_db()
    assert (working.status, working.output) == (Status.RUNNING, None)
    assert list(NodeRun.objects.filter(run=run)) == [working]
    assert not RunEvent.objects.filter(run=run).exists()
    assert not JournalRow.objects.exists()


@pytest.mark.django_db
def test_a_step_is_one_statement(run: Run, working: NodeRun) -> None:
    run.open_nodes = 2
    with CaptureQueriesContext(connection) as sent:
        stored = store(run, working)
    assert len(sent) == 1
    working.refresh_from_db()
    assert (working.status, working.output, working.lease_owner) == (Status.SUCCEEDED, {"result": 1}, "")
    rows = NodeRun.objects.filter(run=run, node_key__in=["b", "c"]).order_by("id")
    assert [(row.node_key, row.status, row.lease_owner) for row in rows] == [
        ("b", Status.RUNNING, "me:2"),
        ("c", Status.QUEUED, ""),
    ]
    assert stored == Stored(5, {Address(row.node_key): row.pk for row in rows})
    assert list(RunEvent.objects.filter(run=run).values_list("seq", "node_key")) == [(4, "a"), (5, "b")]
    assert JournalRow.objects.get().payload == {"text": "Hi"}
    run.refresh_from_db()
    assert (run.open_nodes, run.steps, run.last_seq) == (2, 1, 5)


@pytest.mark.django_db
def test_events_come_behind_what_was_told_meanwhile(run: Run, working: NodeRun) -> None:
    run_rows_append({run.pk: 4})
    stored = store(run, working)
    assert stored is not None
    assert stored.last_seq == 9
    assert list(RunEvent.objects.filter(run=run).values_list("seq", flat=True)) == [8, 9]


@pytest.mark.django_db
def test_nothing_is_written_when_another_step_came_between(run: Run, working: NodeRun) -> None:
    Run.objects.filter(pk=run.pk).update(steps=1)
    assert store(run, working) is None
    assert_untouched(run, working)


@pytest.mark.django_db
def test_nothing_is_written_for_a_lost_lease(run: Run, working: NodeRun) -> None:
    assert store(run, working, owner="other:1") is None
    assert_untouched(run, working)
    run.refresh_from_db()
    assert (run.steps, run.last_seq) == (0, 3)


def rows_of(run: Run) -> list[dict[str, Any]]:
    found = [
        *NodeRun.objects.filter(run=run),
        *JournalRow.objects.filter(node_run__run=run).order_by("node_run", "seq"),
    ]
    rows = [
        {field.name: getattr(row, field.attname) for field in row._meta.concrete_fields if field.name not in DIFFERS}
        for row in found
    ]
    for row in rows:
        # The model took as long as it took.
        row.get("payload", {}).pop("duration_ms", None)
    return rows


def test_both_ways_write_the_same(queue: TaskQueue, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    large = f"result = '{'x' * INLINE_CHARACTERS}'"
    document = chain(
        node("large", "code", {"code": large}), text("between"), ask("writer"), node("last", "code", {"code": "1"})
    )
    workflow = workflow_create(alice, document=document)

    def rows(*, at_once: bool) -> list[dict[str, Any]]:
        monkeypatch.setattr(steps, "is_one_statement", lambda: at_once)
        run = run_start(workflow, alice, inputs={})[0]
        queue.run_all()
        run.refresh_from_db()
        assert run.status == Status.SUCCEEDED
        events = list(RunEvent.objects.filter(run=run).values_list("seq", "type", "node_key"))
        assert [seq for seq, _, _ in events] == list(range(1, run.last_seq + 1))
        told = [key for key, _ in groupby(event[1:] for event in events)]
        return [*rows_of(run), {"told": told}]

    assert rows(at_once=True) == rows(at_once=False)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("size", [1, INLINE_CHARACTERS])
def test_a_new_run_stands_in_its_tables_whatever_it_holds(alice: User, size: int) -> None:
    """What is large is stored apart, which needs the run to be there."""
    field = {"name": "topic", "type": "text", "title": "Topic"}
    document = chain(text("said", "{{ inputs.topic }}"))
    document["nodes"][0]["config"] = {"fields": [field]}
    workflow = workflow_create(alice, document=document)
    run = run_start(workflow, alice, inputs={"topic": "x" * size})[0]
    stored = Run.objects.get(pk=run.pk)
    assert (stored.status, stored.output) == (Status.SUCCEEDED, {"text": "x" * size})
    assert PayloadUse.objects.filter(run=run).exists() == (size > 1)
    assert list(NodeRun.objects.filter(run=run).values_list("node_key", flat=True)) == ["start", "said", "end"]
    assert list(RunEvent.objects.filter(run=run).values_list("seq", flat=True)) == list(range(1, run.last_seq + 1))
