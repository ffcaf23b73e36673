"""Large entries of journals are stored once, and come back whole."""

import pytest

from agents.core.journal import ApprovalAnswered, ApprovalAsked
from tests.factories.runs import node_run_create, run_create
from tools.core.definitions import Approval
from workflow_editor.adapters.node.journal import OrmJournal
from workflow_editor.models import JournalRow, NodeRun, Payload, PayloadUse, Workflow
from workflow_editor.models.payload import INLINE_CHARACTERS
from workflow_editor.run_store.leases import Lease, NodeAddress
from workflow_editor.run_store.writes import NewEntry, values_of

LARGE = {"text": "织机" * INLINE_CHARACTERS}


@pytest.fixture
def node_run(workflow: Workflow) -> NodeRun:
    return node_run_create(run_create(workflow), "ask", status="running", lease_owner="me")


def journal(node_run: NodeRun) -> OrmJournal:
    return OrmJournal(Lease(NodeAddress(node_run.run_id, node_run.pk, node_run.node_key), "me"))


def test_a_large_entry_is_stored_once_for_all_that_hold_it(node_run: NodeRun) -> None:
    written = journal(node_run)
    for call_id in ("a", "b"):
        written.append(ApprovalAsked(1, call_id, arguments=LARGE))
    assert journal(node_run).entries() == tuple(ApprovalAsked(1, call_id, arguments=LARGE) for call_id in "ab")
    assert Payload.objects.count() == 1
    assert PayloadUse.objects.get().run_id == node_run.run_id


def test_a_large_entry_that_a_decision_adds_is_held_by_the_run(node_run: NodeRun) -> None:
    answered = ApprovalAnswered(1, "a", arguments=LARGE, approval=Approval("approve"))
    JournalRow.objects.create(node_run=node_run, **values_of(NewEntry.of(answered, 1)))
    assert journal(node_run).entries() == (answered,)
    assert PayloadUse.objects.get().run_id == node_run.run_id


def test_a_small_entry_stays_in_its_row(node_run: NodeRun) -> None:
    asked = ApprovalAsked(1, "a", arguments={"$payload": "x"})
    journal(node_run).append(asked)
    assert journal(node_run).entries() == (asked,)
    assert not Payload.objects.exists()
