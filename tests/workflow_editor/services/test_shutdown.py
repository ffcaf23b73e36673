"""A process that ends finishes what it can in time and hands the rest back."""

import pytest
from django.contrib.auth.models import User

from tests.doubles.task_queue import TaskQueue
from tests.factories.run_documents import ask, chain
from tests.factories.workflows import workflow_create
from tests.workflow_editor.services.run_asserts import assert_over, events_of
from workflow_editor.models import NodeRun, Run, Status
from workflow_editor.services.runs import shutdown
from workflow_editor.services.runs.claim import node_run_claim
from workflow_editor.services.runs.node_execution import execute_claimed
from workflow_editor.services.runs.start import run_start
from workflow_editor.services.runs.step import ClaimedNode
from workflow_editor.services.runs.turns import QueuedWork


@pytest.fixture
def run(queue: TaskQueue, alice: User, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setattr(shutdown, "queued_work", QueuedWork())
    return run_start(workflow_create(alice, document=chain(ask("a"))), alice, inputs={})[0]


@pytest.fixture
def claimed(run: Run) -> ClaimedNode:
    """A node in the moment between its claim and its work."""
    claimed = node_run_claim(NodeRun.objects.get(run=run, node_key="a").pk)
    assert claimed is not None
    return claimed


def test_what_was_just_claimed_is_done_once(run: Run, claimed: ClaimedNode, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutdown, "sleep", lambda seconds: execute_claimed(claimed))
    shutdown.stop_work(enqueue=False)
    assert_over(run, "succeeded")
    assert events_of(run).count(("node_started", "a")) == 1


def test_what_takes_longer_is_handed_back(run: Run, claimed: ClaimedNode, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutdown, "NODES_END_WITHIN_S", 0.0)
    shutdown.stop_work(enqueue=False)
    handed_back = NodeRun.objects.get(run=run, node_key="a")
    assert (handed_back.status, handed_back.lease_owner) == (Status.QUEUED, "")
