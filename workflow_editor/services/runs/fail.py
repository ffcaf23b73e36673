"""The end of a run that something outside of its nodes makes fail."""

from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from django.db import transaction

from tools.core.definitions import JsonObject
from workflow_editor.models import Run
from workflow_editor.models.status import OPEN_STATUSES
from workflow_editor.run_store import run_store
from workflow_editor.run_store.writes import NewEvent
from workflow_editor.services.runs.finish import fail_run, finish_if_done
from workflow_editor.services.runs.save import run_save


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
