"""The right to hear of a run, asked for again every few seconds while somebody waits for its answer."""

from collections.abc import Callable
from time import monotonic
from uuid import UUID

from tools.rows.reader import read_values
from workflow_editor.errors import ForbiddenError
from workflow_editor.models import Run
from workflow_editor.selectors.access import RIGHT_LOST, Access, may_still

# Sessions, tokens, roles, members and links end without an announcement; what is open ends this long after them at the
# latest. Hundreds of sockets and streams ask, so it is not asked before everything that is sent.
RIGHT_EVERY_S = 3.0


class Listening:
    """A wait for a run's news while its person may run it; `caller_may` checks the asking session or token, if any."""

    def __init__(self, run_id: UUID, caller_may: Callable[[], bool] | None = None) -> None:
        self._run_id = run_id
        self._caller_may = caller_may
        self._due = monotonic() + RIGHT_EVERY_S

    def left_s(self) -> float:
        return max(0.0, self._due - monotonic())

    def check(self) -> None:
        """Check permission when due; reads the database. Raises ForbiddenError (`right_lost`)."""
        if self.left_s() > 0:
            return
        self._due = monotonic() + RIGHT_EVERY_S
        found = read_values(Run, ("created_by_id", "workflow_id"), {"id": self._run_id})
        may = [may_still(person, Access.RUN, workflow) for person, workflow in found]
        if may != [True] or not self._caller_holds():
            raise ForbiddenError(RIGHT_LOST, code="right_lost")

    def _caller_holds(self) -> bool:
        return self._caller_may is None or self._caller_may()
