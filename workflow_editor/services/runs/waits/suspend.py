"""Putting aside a node that a thread works on; after a tool call that started a run, until that run ends."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from workflow_editor.engine.events import NodeWaiting
from workflow_editor.engine.state import NodeFailure
from workflow_editor.models import Status
from workflow_editor.models.status import OPEN_STATUSES
from workflow_editor.nodes.base import NodeWait
from workflow_editor.nodes.waits import ChildRunWait
from workflow_editor.run_store import run_store
from workflow_editor.run_store.rows import RELEASED
from workflow_editor.run_store.writes import NewEvent, NodeEnding, Reported
from workflow_editor.services.runs.finish import wait_if_all_wait
from workflow_editor.services.runs.save import run_save
from workflow_editor.services.runs.step import ClaimedNode
from workflow_editor.services.runs.waits.begin import waits_begin

CODE = "child_run_open"


@transaction.atomic
def node_suspend(claimed: ClaimedNode, reported: Reported, wait: NodeWait) -> bool:
    """Let a claimed node wait, storing its reports and freeing its thread; False, storing nothing, if the run is
    ending.

    Raises LeaseLostError if the node has another worker.
    """
    run = run_store.lock_run(claimed.run.id)
    if run is None or run.status not in OPEN_STATUSES or run.cancel_requested:
        return False
    changes = {"status": Status.WAITING, **RELEASED}
    run_store.end_node(NodeEnding(claimed.lease.node, claimed.lease_owner, changes, reported.entries))
    now = timezone.now()
    waits_begin({claimed.node_run_id: wait}, now)
    run.waiting_nodes += 1
    wait_if_all_wait(run)
    run_save(run, [*reported.events, NewEvent.of(NodeWaiting.of(wait, claimed.at), now)])
    return True


def wait_of_child(failure: NodeFailure) -> NodeWait | None:
    """Return the wait for a run started by a node's tool call; None for other failures.

    At its end the node makes the same call, which finds the run; on timeout the call decides.
    """
    if failure.code != CODE or "call_id" not in failure.details:
        return None
    lasts_s = failure.details["look_again_s"]
    due = timezone.now() + timedelta(seconds=lasts_s)
    return NodeWait(ChildRunWait.model_validate(failure.details), due, lasts_s)
