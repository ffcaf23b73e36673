"""How runs end. All functions here work on a Run whose row the caller has locked, and leave saving it to the caller."""

from collections.abc import Callable, Iterable
from datetime import datetime
from functools import partial

from django.db import transaction

from tools.definitions import JsonObject
from workflow_editor.adapters import finish_bell
from workflow_editor.adapters.event_store import NewEvent, store_events
from workflow_editor.adapters.running_nodes import running_nodes
from workflow_editor.engine.events import NodeCancelled, RunFinished
from workflow_editor.models import NodeRun, Run, Status
from workflow_editor.models.status import OPEN_STATUSES

RUN_FIELDS = (
    "status",
    "output",
    "error",
    "usage",
    "open_nodes",
    "last_seq",
    "cancel_requested",
    "started_at",
    "finished_at",
)
"""What steps change of a run."""


def milliseconds(since: datetime, until: datetime) -> int:
    """Return the time between two moments in whole milliseconds."""
    return round((until - since).total_seconds() * 1000)


def usage_sum(total: JsonObject, added: JsonObject) -> JsonObject:
    """Add up {input_tokens, output_tokens}."""
    return {name: total.get(name, 0) + added.get(name, 0) for name in ("input_tokens", "output_tokens")}


def cancel_nodes(run: Run, now: datetime, statuses: Iterable[Status]) -> None:
    """Cancel the run's nodes that have one of these statuses; who works on one of them loses its lease."""
    found = NodeRun.objects.filter(run=run, status__in=statuses)
    keys = list(found.values_list("node_key", flat=True))
    if keys:
        found.update(status=Status.CANCELLED, finished_at=now, lease_owner="", lease_until=None)
        events = [NewEvent.of(NodeCancelled(key), now) for key in keys]
        run.last_seq = store_events(run.id, run.last_seq, events)
        run.open_nodes = max(0, run.open_nodes - len(keys))


def fail_run(run: Run, now: datetime, error: JsonObject) -> None:
    """Let a run fail at once: what else is open is cancelled and told to stop."""
    run.error = error
    cancel_nodes(run, now, OPEN_STATUSES)
    run.open_nodes = 0
    transaction.on_commit(partial(running_nodes.cancel_run, run.id))


def finish_if_done(run: Run, now: datetime, output: Callable[[], JsonObject | None]) -> None:
    """Give the run its final status and its last event when nothing is open any more.

    Args:
        output: computes what the run gives back; only called when it has succeeded.
    """
    if run.open_nodes or run.status not in OPEN_STATUSES:
        return
    if run.error is not None:
        run.status = Status.FAILED
    elif run.cancel_requested:
        run.status = Status.CANCELLED
    else:
        run.status = Status.SUCCEEDED
        run.output = output()
    run.finished_at = now
    spent = milliseconds(run.started_at or run.created_at, now)
    event = RunFinished(run.status, run.output, run.error, run.usage, spent)
    run.last_seq = store_events(run.id, run.last_seq, [NewEvent.of(event, now)])
    transaction.on_commit(partial(finish_bell.ring, run.id))
