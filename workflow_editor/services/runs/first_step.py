"""The first step of a run."""

import logging
import secrets
from collections.abc import Callable
from uuid import UUID

from django.db import DatabaseError, transaction
from django.utils import timezone

from tools.core.concurrency.places import Share
from tools.core.definitions import JsonObject
from tools.core.text import Text
from workflow_editor.errors import WorkflowError, failure_json
from workflow_editor.models import Run, Status
from workflow_editor.run_store import run_store
from workflow_editor.run_store.shares import share_of
from workflow_editor.run_store.writes import NewEvent, RunChangedError
from workflow_editor.services.runs.finish import fail_run, finish_if_done
from workflow_editor.services.runs.node_execution import execute_claimed
from workflow_editor.services.runs.rights import run_check_right
from workflow_editor.services.runs.save import run_save
from workflow_editor.services.runs.step import ClaimedNode, RunMemory, Step

logger = logging.getLogger(__name__)


def run_advance(run_id: UUID, take: Callable[[Share], bool] = lambda share: True) -> None:
    """Start a queued run and execute its work, once; if `take` finds no free slot it stays queued."""
    try:
        claimed = _begin(run_id, take)
    except DatabaseError:
        # The sweeper enqueues it again.
        raise
    except Exception as error:
        _fail(run_id, _error(run_id, error))
        return
    execute_claimed(claimed)


def _begin(run_id: UUID, take: Callable[[Share], bool]) -> ClaimedNode | None:
    run = run_store.run(run_id)
    if run is None or run.status != Status.QUEUED or run.held or not take(share_of(run)):
        return None
    # It may have waited for others a long time since it was stored.
    run_check_right(run)
    step = Step(RunMemory.of(run, is_fresh=run.kind == Run.Kind.RUN and not run.shares_work))
    step.begin()
    try:
        return step.store()
    except RunChangedError:
        # Somebody else has let it begin, or has cancelled it.
        return None


def _error(run_id: UUID, error: Exception) -> JsonObject:
    if isinstance(error, WorkflowError):
        return {**failure_json(error.code, error.text, error.details), "node_key": None}
    reference = secrets.token_hex(4)
    logger.error("Run %s could not begin (reference %s)", run_id, reference, exc_info=error)
    text = Text("An internal server error occurred (reference {reference}).", reference=reference)
    return {**failure_json("internal_error", text, {"reference": reference}), "node_key": None}


@transaction.atomic
def _fail(run_id: UUID, error: JsonObject) -> None:
    run = run_store.lock_run(run_id)
    if run is not None and run.status == Status.QUEUED:
        now = timezone.now()
        events = [*fail_run(run, now, error), *finish_if_done(run, now, lambda: None)]
        run_save(run, [NewEvent.of(event, now) for event in events])
