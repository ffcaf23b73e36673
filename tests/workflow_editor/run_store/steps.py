"""A step that ends a node in work, and what may happen to a node in the queue."""

import pytest
from django.utils import timezone

from workflow_editor.engine.events import NodeQueued, NodeSucceeded
from workflow_editor.engine.scopes import Address
from workflow_editor.engine.state import FinishedNode
from workflow_editor.models import NodeRun, Run, Status
from workflow_editor.run_store import run_store
from workflow_editor.run_store.leases import NodeAddress
from workflow_editor.run_store.rows import closing, open_node
from workflow_editor.run_store.writes import NewEntry, NewEvent, NodeEnding, StoredStep

OWNER = "me:1"


def store(run: Run, working: NodeRun, owner: str = OWNER, output: object = 1) -> StoredStep:
    """End `working` with an entry in its journal, let `b` and `c` follow, and add two events."""
    now = timezone.now()
    happened = [NodeSucceeded({"result": output}, ["out"], 1, node_key="a"), NodeQueued(node_key="b")]
    entries = [NewEntry(1, "reply", 1, "", {"text": "Hi"})]
    ended = FinishedNode("a", "succeeded", {"result": output})
    return run_store.save_step(
        run,
        [NewEvent.of(event, now) for event in happened],
        nodes=[
            open_node(Address("b"), Status.QUEUED, now, claimed_by="me:2"),
            open_node(Address("c"), Status.QUEUED, now),
        ],
        ending=NodeEnding(NodeAddress(run.pk, working.pk, "a"), owner, closing(ended, {}, now), entries),
    )


def is_taken(node: NodeRun) -> None:
    NodeRun.objects.filter(pk=node.pk).update(status=Status.RUNNING, lease_owner="other:1")


def is_to_end(node: NodeRun) -> None:
    Run.objects.filter(pk=node.run_id).update(cancel_requested=True)


def is_over(node: NodeRun) -> None:
    Run.objects.filter(pk=node.run_id).update(status=Status.FAILED)


CHANGES = pytest.mark.parametrize("change", [is_taken, is_to_end, is_over])
