"""Stopping a run on request."""

from uuid import UUID

from django.db import transaction
from django.utils import timezone

from workflow_editor.engine.events import RunCancelRequested
from workflow_editor.errors import NotFoundError
from workflow_editor.models import Run, Status
from workflow_editor.models.status import OPEN_STATUSES
from workflow_editor.run_store import run_store
from workflow_editor.run_store.writes import NewEvent
from workflow_editor.services.runs.finish import cancel_nodes, finish_if_done
from workflow_editor.services.runs.save import run_save


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
