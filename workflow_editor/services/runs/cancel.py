"""Stopping runs: on request, after their deadline, or because of something outside of their nodes."""

from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from tools.core.definitions import JsonObject
from tools.core.text import Text
from workflow_editor.engine.events import RunCancelRequested
from workflow_editor.engine.run_limits import limits_of
from workflow_editor.errors import NotFoundError, failure_json
from workflow_editor.models import Run, Status
from workflow_editor.models.status import OPEN_STATUSES, OPEN_WORDS
from workflow_editor.run_store import run_store
from workflow_editor.run_store.writes import NewEvent
from workflow_editor.services.runs.finish import cancel_nodes, fail_run, finish_if_done
from workflow_editor.services.runs.save import run_save

_BATCH = 100


@transaction.atomic
def run_cancel(run_id: UUID) -> Run:
    """Request cancellation: working nodes are stopped, then the run ends. The caller checks permission.

    A finished or cancelled run is returned unchanged. Raises NotFoundError if there is no such run.
    """
    run = run_store.lock_run(run_id)
    if run is None:
        raise NotFoundError("There is no such run.")
    if run.status not in OPEN_STATUSES or run.cancel_requested:
        return run
    now = timezone.now()
    run.cancel_requested = True
    events = [
        RunCancelRequested(),
        *cancel_nodes(run, now, (Status.QUEUED, Status.WAITING)),
        *finish_if_done(run, now, lambda: None),
    ]
    run_save(run, [NewEvent.of(event, now) for event in events])
    return run


@transaction.atomic
def run_fail(run_id: UUID, now: datetime, error_of: Callable[[Run], JsonObject]) -> None:
    """Fail an open run and stop its work; `error_of` returns {code, message, translations, details, node_key} for the
    current run.
    """
    run = run_store.lock_run(run_id)
    if run is None or run.status not in OPEN_STATUSES:
        return
    events = [*fail_run(run, now, error_of(run)), *finish_if_done(run, now, lambda: None)]
    run_save(run, [NewEvent.of(event, now) for event in events])


def runs_fail_overdue() -> None:
    """Fail open runs after their deadline, stopping work in progress."""
    now = timezone.now()
    overdue = Run.objects.filter(status__in=OPEN_WORDS, deadline_at__lte=now).order_by("deadline_at")
    for run_id in list(overdue.values_list("id", flat=True)[:_BATCH]):
        run_fail(run_id, now, _error)


def _error(run: Run) -> JsonObject:
    seconds = limits_of(run.limits).deadline_s
    text = Text(
        "The run did not finish within its deadline of {seconds} s. Raise the deadline in the workflow's settings.",
        seconds=seconds,
    )
    return {**failure_json("run_deadline", text, {"deadline_s": seconds}), "node_key": None}
