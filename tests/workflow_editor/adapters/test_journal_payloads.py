"""Large entries of journals are stored once, and come back whole."""

import pytest

from agents.core.ports import JournalEntry
from tests.factories.runs import node_run_create, run_create
from workflow_editor.adapters.journal import OrmJournal
from workflow_editor.models import JournalRow, NodeRun, Payload, PayloadUse, Workflow
from workflow_editor.models.payload import INLINE_CHARACTERS
from workflow_editor.run_store.leases import Lease, NodeAddress

LARGE = {"text": "织机" * INLINE_CHARACTERS}


@pytest.fixture
def node_run(workflow: Workflow) -> NodeRun:
    return node_run_create(run_create(workflow), "ask", status="running", lease_owner="me")


def journal(node_run: NodeRun) -> OrmJournal:
    return OrmJournal(Lease(NodeAddress(node_run.run_id, node_run.pk, node_run.node_key), "me"))


def test_a_large_entry_is_stored_once_for_all_that_hold_it(node_run: NodeRun) -> None:
    written = journal(node_run)
    for call_id in ("a", "b"):
        written.append(JournalEntry(kind="tool_result", round=1, call_id=call_id, payload=LARGE))
    assert [entry.payload for entry in journal(node_run).entries()] == [LARGE] * 2
    assert Payload.objects.count() == 1
    assert PayloadUse.objects.get().run_id == node_run.run_id


def test_a_large_entry_that_a_decision_adds_is_held_by_the_run(node_run: NodeRun) -> None:
    JournalRow.objects.create(node_run=node_run, seq=1, kind="tool_answered", round=1, payload=LARGE)
    assert [entry.payload for entry in journal(node_run).entries()] == [LARGE]
    assert PayloadUse.objects.get().run_id == node_run.run_id


def test_a_small_entry_stays_in_its_row(node_run: NodeRun) -> None:
    journal(node_run).append(JournalEntry(kind="reply", round=1, call_id="", payload={"$payload": "x"}))
    assert [entry.payload for entry in journal(node_run).entries()] == [{"$payload": "x"}]
    assert not Payload.objects.exists()
