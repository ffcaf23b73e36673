"""Taking a queued node for this thread."""

from django.db import transaction
from django.utils import timezone

from tools.rows.reader import read_row, read_values
from workflow_editor.adapters.claim_rows import fresh_node_read, fresh_node_take
from workflow_editor.adapters.event_store import NewEvent
from workflow_editor.adapters.node_run_rows import claim_node_row
from workflow_editor.adapters.plans import plan_of_version
from workflow_editor.adapters.running_nodes import new_lease_owner
from workflow_editor.adapters.step_rows import is_one_statement
from workflow_editor.engine.events import NodeStarted
from workflow_editor.engine.plan import PlannedNode
from workflow_editor.engine.scopes import Address
from workflow_editor.models import NodeRun, Run, Status, Wait
from workflow_editor.models.status import OPEN_STATUSES
from workflow_editor.nodes.base import WaitingNode
from workflow_editor.nodes.containers import ContainerNode
from workflow_editor.services.runs.finish import cancel_nodes, finish_if_done
from workflow_editor.services.runs.save import run_save
from workflow_editor.services.runs.step import ClaimedNode, RunMemory, run_lock


def node_run_claim(node_run_id: int) -> ClaimedNode | None:
    """Take a queued node with a lease, or return None: somebody else has it, or its run is over or is to end."""
    return (_claim_fresh(node_run_id) if is_one_statement() else None) or _claim_locked(node_run_id)


def _claim_fresh(node_run_id: int) -> ClaimedNode | None:
    """Do it the short way; None when that is not possible, for whatever reason."""
    fresh = fresh_node_read(node_run_id)
    if fresh is None:
        return None
    now, owner = timezone.now(), new_lease_owner()
    node = plan_of_version(fresh.version_id).nodes[fresh.at.key]
    run = fresh_node_take(fresh, owner, now, NewEvent.of(_started(node, 1, fresh.at), now))
    if run is None:
        return None
    return ClaimedNode(RunMemory.of(run), node_run_id, fresh.at, 1, owner, now, is_new=True)


def _started(node: PlannedNode, attempt: int, at: Address) -> NodeStarted:
    return NodeStarted(attempt, node.node_type.id, node.name, node_key=node.key, scope=at.scope)


@transaction.atomic
def _claim_locked(node_run_id: int) -> ClaimedNode | None:
    row = read_row(NodeRun, id=node_run_id, status=Status.QUEUED)
    run = run_lock(row.run_id) if row is not None else None
    if row is None or run is None or run.status not in OPEN_STATUSES:
        return None
    if run.cancel_requested:
        _end_cancelled(run)
        return None
    now, owner = timezone.now(), new_lease_owner()
    if row.due_at is not None and row.due_at > now:
        return None
    memory = RunMemory.of(run)
    node = memory.plan.nodes[row.node_key]
    is_container = isinstance(node.node_type, ContainerNode)
    if not claim_node_row(node_run_id, owner, now, started_at=row.started_at if is_container else now):
        return None
    has_waited = bool(read_values(Wait, ("id",), ("node_run_id",), (node_run_id,)))
    # A container has begun before and only goes on; a node that only waits was told to have started when it began to.
    is_told = isinstance(node.node_type, ContainerNode | WaitingNode)
    at = Address(row.node_key, row.scope)
    run_save(run, [] if is_told else [NewEvent.of(_started(node, row.attempt, at), now)])
    return ClaimedNode(
        memory, node_run_id, at, row.attempt, owner, now, is_new=row.started_at is None, has_waited=has_waited
    )


def _end_cancelled(run: Run) -> None:
    now = timezone.now()
    events = [*cancel_nodes(run, now, (Status.QUEUED,)), *finish_if_done(run, now, lambda: None)]
    run_save(run, [NewEvent.of(event, now) for event in events])
