"""Waiting for the end of a run, for `Prefer: wait`."""

from collections.abc import Callable
from time import monotonic
from uuid import UUID

from tools.rows.reader import read_values
from workflow_editor.adapters.database.threads import let_others_begin
from workflow_editor.adapters.events.completion_signal import awaiting
from workflow_editor.models import Run, Status, Wait
from workflow_editor.models.status import OPEN_STATUSES
from workflow_editor.models.wait import ANSWERED_BY_PEOPLE
from workflow_editor.selectors.run.listening import Listening

# Runs that end or pause in this process are signalled; the row is only looked at for those that do so elsewhere.
LOOK_EVERY_S = 0.5


def run_wait(run_id: UUID, timeout_s: float, caller_may: Callable[[], bool] | None = None) -> bool:
    """Block until the run is over or waits for a person; False after `timeout_s` seconds.

    Raises ForbiddenError (`right_lost`, see `Listening`).
    """
    right = Listening(run_id, caller_may)
    deadline = monotonic() + timeout_s
    with awaiting(run_id) as signal:
        while _goes_on(run_id):
            left_s = deadline - monotonic()
            if left_s <= 0:
                return False
            right.check()
            let_others_begin()
            if signal.wait(min(left_s, LOOK_EVERY_S)):
                signal.clear()
    return True


def _goes_on(run_id: UUID) -> bool:
    """Return True while the run works, or waits for what comes by itself: a moment, or another run."""
    found = read_values(Run, ("status",), {"id": run_id})
    if not found or found[0][0] not in OPEN_STATUSES:
        return False
    return found[0][0] != Status.WAITING or not asks_a_person(run_id)


def asks_a_person(run_id: UUID) -> bool:
    """Return True while something in the run waits for somebody's answer."""
    asked = Wait.objects.filter(node_run__run=run_id, kind__in=ANSWERED_BY_PEOPLE, answered_at__isnull=True)
    return asked.exists()
