"""Taking a queued node for this thread."""

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from workflow_editor.adapters.event_store import NewEvent
from workflow_editor.adapters.running_nodes import lease_end, new_lease_owner
from workflow_editor.engine.events import NodeStarted
from workflow_editor.engine.scopes import Address
from workflow_editor.models import NodeRun, Run, Status, Wait
from workflow_editor.models.status import OPEN_STATUSES
from workflow_editor.nodes.base import WaitingNode
from workflow_editor.nodes.containers import ContainerNode
from workflow_editor.services.runs.finish import cancel_nodes, finish_if_done
from workflow_editor.services.runs.save import run_save
from workflow_editor.services.runs.step import ClaimedNode, RunMemory, run_lock


@transaction.atomic
def node_run_claim(node_run_id: int) -> ClaimedNode | None:
    """Take a queued node with a lease, or return None: somebody else has it, or its run is over or is to end."""
    run_id = NodeRun.objects.filter(pk=node_run_id, status=Status.QUEUED).values_list("run_id", flat=True).first()
    run = run_lock(run_id) if run_id is not None else None
    if run is None or run.status not in OPEN_STATUSES:
        return None
    if run.cancel_requested:
        _end_cancelled(run)
        return None
    now, owner = timezone.now(), new_lease_owner()
    is_due = Q(due_at__isnull=True) | Q(due_at__lte=now)
    waited = Exists(Wait.objects.filter(node_run=OuterRef("pk")))
    queued = NodeRun.objects.filter(is_due, pk=node_run_id, status=Status.QUEUED)
    row = queued.only("node_key", "scope", "attempt", "started_at").annotate(has_waited=waited).first()
    if row is None:
        return None
    memory = RunMemory.of(run)
    node = memory.plan.nodes[row.node_key]
    is_container = isinstance(node.node_type, ContainerNode)
    taken = NodeRun.objects.filter(pk=node_run_id, status=Status.QUEUED).update(
        status=Status.RUNNING,
        lease_owner=owner,
        lease_until=lease_end(now),
        started_at=row.started_at if is_container else now,
        due_at=None,
    )
    if not taken:
        return None
    # A container has begun before and only goes on; a node that only waits was told to have started when it began to.
    is_told = isinstance(node.node_type, ContainerNode | WaitingNode)
    started = NodeStarted(node.key, row.attempt, node.node_type.id, node.name, scope=row.scope)
    run_save(run, [] if is_told else [NewEvent.of(started, now)])
    at = Address(row.node_key, row.scope)
    return ClaimedNode(memory, node_run_id, at, row.attempt, owner, now, has_waited=row.has_waited)


def _end_cancelled(run: Run) -> None:
    now = timezone.now()
    events = [*cancel_nodes(run, now, (Status.QUEUED,)), *finish_if_done(run, now, lambda: None)]
    run_save(run, [NewEvent.of(event, now) for event in events])
