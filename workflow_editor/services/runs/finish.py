"""Ends runs. All functions change a Run in memory and return events; the caller stores both."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import Q, QuerySet

from agents.core.events import Event
from tools.core.definitions import JsonObject
from workflow_editor.adapters.process.task_queue import enqueue_cancel
from workflow_editor.engine.events import NodeCancelled, RunFinished
from workflow_editor.engine.results import StepResult
from workflow_editor.engine.usage import milliseconds, usage_json
from workflow_editor.engine.waits import CANCELLED
from workflow_editor.models import NodeRun, Run, Status, Wait
from workflow_editor.models.status import OPEN_STATUSES

# SQLite takes a limited number of values per statement.
_BATCH = 500


def wait_if_all_wait(run: Run) -> None:
    """Give an open run the status `waiting` when each of its open nodes waits; its worker is free then."""
    if run.status == Status.RUNNING and run.open_nodes and run.open_nodes == run.waiting_nodes:
        run.status = Status.WAITING


def cancel_nodes(run: Run, now: datetime, statuses: Iterable[Status]) -> list[Event]:
    """Cancel the run's nodes with these statuses, revoking leases, waits and child runs."""
    return _cancel(run, now, NodeRun.objects.filter(run=run, status__in=statuses))


def cancel_dropped(run: Run, now: datetime, result: StepResult) -> list[Event]:
    """Cancel what a step has dropped and what is open inside of it: nodes, passes, all passes of containers."""
    inside = Q()
    for at in result.dropped_nodes:
        inside |= Q(scope=at.scope, node_key=at.key)
    for scope in result.dropped_passes:
        inside |= Q(scope=scope) | Q(scope__startswith=f"{scope}/")
    for at in result.dropped_containers:
        inside |= Q(scope__startswith=f"{at.scope}/{at.key}.")
    return _cancel(run, now, NodeRun.objects.filter(inside, run=run, status__in=OPEN_STATUSES)) if inside else []


def _cancel(run: Run, now: datetime, nodes: QuerySet[NodeRun]) -> list[Event]:
    found = list(nodes.values_list("id", "node_key", "scope", "status", "lease_owner"))
    for start in range(0, len(found), _BATCH):
        ids = [row[0] for row in found[start : start + _BATCH]]
        NodeRun.objects.filter(id__in=ids).update(
            status=Status.CANCELLED, finished_at=now, lease_owner="", lease_until=None
        )
        waits_close(ids, now)
    # A container whose passes are open is not counted: the nodes in its passes are.
    counted = sum(1 for *_, status, owner in found if status != Status.RUNNING or owner)
    waiting = sum(1 for *_, status, _ in found if status == Status.WAITING)
    run.open_nodes = max(0, run.open_nodes - counted)
    run.waiting_nodes = max(0, run.waiting_nodes - waiting)
    return [NodeCancelled(node_key=key, scope=scope) for _, key, scope, _, _ in found]


def fail_run(run: Run, now: datetime, error: JsonObject) -> list[Event]:
    """Let a run fail at once: what else is open is cancelled."""
    run.error = error
    cancelled = cancel_nodes(run, now, OPEN_STATUSES) if run.open_nodes else []
    run.open_nodes = run.waiting_nodes = 0
    return cancelled


def finish_if_done(run: Run, now: datetime, output: Callable[[], JsonObject | None]) -> list[Event]:
    """Set the final status when nothing is open, and return the last event; `output` is computed on success only."""
    if run.open_nodes or run.status not in OPEN_STATUSES:
        return []
    # Containers whose passes will not end any more.
    cancelled = cancel_nodes(run, now, (Status.RUNNING,)) if run.cancel_requested else []
    if run.error is not None:
        run.status = Status.FAILED
    elif run.cancel_requested:
        run.status = Status.CANCELLED
    else:
        run.status = Status.SUCCEEDED
        run.output = output()
    run.finished_at = now
    spent = milliseconds(run.started_at or run.created_at, now)
    usage = usage_json(run.usage)
    return [*cancelled, RunFinished(run.status, run.output, run.error, usage, spent, run.nothing_ran)]


def waits_close(node_run_ids: Sequence[int], now: datetime) -> None:
    """Give up what these node runs wait for, and cancel their child runs once the caller's transaction has ended."""
    open_waits = Wait.objects.filter(node_run__in=node_run_ids, answered_at__isnull=True)
    open_waits.update(answer={"decision": CANCELLED, "values": {}, "comment": ""}, answered_at=now)
    children = Run.objects.filter(parent_node_run__in=node_run_ids, status__in=OPEN_STATUSES, cancel_requested=False)
    for child_id in children.order_by().values_list("id", flat=True):
        transaction.on_commit(partial(enqueue_cancel, child_id))
