"""Taking a queued node for this thread."""

from collections.abc import Callable
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from tools.core.concurrency.places import Share
from workflow_editor.adapters.events.broadcast import broadcast_events
from workflow_editor.adapters.state.plans import plan_of_version
from workflow_editor.adapters.state.running_nodes import new_lease_owner
from workflow_editor.engine.events import NodeStarted
from workflow_editor.models import Status
from workflow_editor.models.status import OPEN_STATUSES
from workflow_editor.nodes.base import WaitingNode
from workflow_editor.nodes.containers import ContainerNode
from workflow_editor.run_store import run_store
from workflow_editor.run_store.writes import NewEvent
from workflow_editor.services.runs.finish import cancel_nodes, finish_if_done
from workflow_editor.services.runs.save import run_save
from workflow_editor.services.runs.step import ClaimedNode, RunMemory


def node_run_claim(node_run_id: int, take: Callable[[Share], bool] = lambda share: True) -> ClaimedNode | None:
    """Lease a queued node, or return None if it is taken, or its run is over or ending; if `take` finds no free slot it
    stays queued.
    """
    queued = run_store.queued_node(node_run_id)
    now, owner = timezone.now(), new_lease_owner()
    if queued is None or (queued.due_at is not None and queued.due_at > now):
        return None
    if not take(queued.share):
        return None
    at = queued.at
    node = plan_of_version(queued.version_id).nodes[at.key]
    # A container has begun before and only goes on; a node that only waits was started when it began to.
    goes_on = isinstance(node.node_type, ContainerNode)
    events = []
    if not isinstance(node.node_type, ContainerNode | WaitingNode):
        started = NodeStarted(queued.attempt, node.node_type.id, node.name, node_key=node.key, scope=at.scope)
        events = [NewEvent.of(started, now)]
    run = run_store.claim(queued, owner, now, started_at=queued.started_at if goes_on else now, events=events)
    if run is None:
        _end_if_cancelled(queued.run_id)
        return None
    broadcast_events(run.id, run.last_seq - len(events), events)
    return ClaimedNode(
        RunMemory.of(run),
        node_run_id,
        at,
        queued.attempt,
        owner,
        now,
        is_new=queued.started_at is None,
        has_waited=queued.has_waited,
    )


@transaction.atomic
def _end_if_cancelled(run_id: UUID) -> None:
    run = run_store.lock_run(run_id)
    if run is None or run.status not in OPEN_STATUSES or not run.cancel_requested:
        return
    now = timezone.now()
    events = [*cancel_nodes(run, now, (Status.QUEUED,)), *finish_if_done(run, now, lambda: None)]
    if events:
        run_save(run, [NewEvent.of(event, now) for event in events])
