"""Waiting for the end of a run, for `Prefer: wait`."""

from time import monotonic
from uuid import UUID

from tools.rows.reader import read_values
from workflow_editor.adapters.finish_bell import listening
from workflow_editor.models import Run
from workflow_editor.models.status import OPEN_STATUSES

# Runs that end in this process ring a bell; the row is only looked at for those that end elsewhere.
LOOK_EVERY_S = 0.5


def run_wait(run_id: UUID, timeout_s: float) -> bool:
    """Block until the run is over and return True, or False after `timeout_s` seconds."""
    deadline = monotonic() + timeout_s
    with listening(run_id) as ended:
        while _is_open(run_id):
            left_s = deadline - monotonic()
            if left_s <= 0:
                return False
            if ended.wait(min(left_s, LOOK_EVERY_S)):
                return True
    return True


def _is_open(run_id: UUID) -> bool:
    found = read_values(Run, ("status",), ("id",), (run_id,))
    return bool(found) and found[0][0] in OPEN_STATUSES
