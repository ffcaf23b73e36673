"""Lets containers open the passes that a step has left to the next one."""

import logging

from django.db import transaction

from workflow_editor.adapters.database.retry import CUT_OFF, again_if_cut_off
from workflow_editor.models.status import OPEN_STATUSES
from workflow_editor.run_store import run_store
from workflow_editor.run_store.writes import RunChangedError
from workflow_editor.services.runs.step import ClaimedNode, RunMemory, Step

logger = logging.getLogger(__name__)


def container_go_on(claimed: ClaimedNode) -> ClaimedNode | None:
    """Open further passes of a claimed container, as many as one step may; the rest is claimed or queued again."""
    try:
        return _go_on(claimed)
    except (RunChangedError, *CUT_OFF):
        # When the first try was stored after all, the lease is gone, and so is the right to do it again.
        return again_if_cut_off(lambda _: _go_on_locked(claimed))


def _go_on(claimed: ClaimedNode) -> ClaimedNode | None:
    step = Step(claimed.memory)
    step.open_more(claimed.at)
    with transaction.atomic():
        if not _release(claimed):
            return None
        return step.store()


@transaction.atomic
def _go_on_locked(claimed: ClaimedNode) -> ClaimedNode | None:
    run = run_store.lock_run(claimed.run.id)
    if run is None or run.status not in OPEN_STATUSES or not _release(claimed):
        return None
    step = Step(RunMemory.of(run), is_locked=True)
    step.open_more(claimed.at)
    return step.store()


def _release(claimed: ClaimedNode) -> bool:
    is_mine = run_store.release_container(claimed.node_run_id, claimed.lease_owner)
    if not is_mine:
        logger.warning("Container %s was given to another worker", claimed.node_run_id)
    return is_mine
