"""How runs end. All functions here change a Run in memory and return what happened; the caller stores both."""

from collections.abc import Callable, Iterable
from datetime import datetime

from tools.definitions import JsonObject
from workflow_editor.engine.events import Event, NodeCancelled, RunFinished
from workflow_editor.models import NodeRun, Run, Status
from workflow_editor.models.status import OPEN_STATUSES


def milliseconds(since: datetime, until: datetime) -> int:
    """Return the time between two moments in whole milliseconds."""
    return round((until - since).total_seconds() * 1000)


def usage_sum(total: JsonObject, added: JsonObject) -> JsonObject:
    """Add up {input_tokens, output_tokens}."""
    return {name: total.get(name, 0) + added.get(name, 0) for name in ("input_tokens", "output_tokens")}


def cancel_nodes(run: Run, now: datetime, statuses: Iterable[Status]) -> list[Event]:
    """Cancel the run's nodes that have one of these statuses; who works on one of them loses its lease."""
    found = NodeRun.objects.filter(run=run, status__in=statuses)
    keys = list(found.values_list("node_key", flat=True))
    if keys:
        found.update(status=Status.CANCELLED, finished_at=now, lease_owner="", lease_until=None)
        run.open_nodes = max(0, run.open_nodes - len(keys))
    return [NodeCancelled(key) for key in keys]


def fail_run(run: Run, now: datetime, error: JsonObject) -> list[Event]:
    """Let a run fail at once: what else is open is cancelled."""
    run.error = error
    cancelled = cancel_nodes(run, now, OPEN_STATUSES) if run.open_nodes else []
    run.open_nodes = 0
    return cancelled


def finish_if_done(run: Run, now: datetime, output: Callable[[], JsonObject | None]) -> list[Event]:
    """Give the run its final status when nothing is open any more, and return its last event.

    Args:
        output: computes what the run gives back; only called when it has succeeded.
    """
    if run.open_nodes or run.status not in OPEN_STATUSES:
        return []
    if run.error is not None:
        run.status = Status.FAILED
    elif run.cancel_requested:
        run.status = Status.CANCELLED
    else:
        run.status = Status.SUCCEEDED
        run.output = output()
    run.finished_at = now
    spent = milliseconds(run.started_at or run.created_at, now)
    return [RunFinished(run.status, run.output, run.error, run.usage, spent)]
