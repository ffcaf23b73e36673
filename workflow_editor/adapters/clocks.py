"""Two clocks: the one of the wall, which people and time servers set, and one that only goes forward.

Rows hold moments of the wall clock, since several machines read them. How long something takes within a process is
measured by the other one.
"""

import logging
import time

logger = logging.getLogger(__name__)

# Above what time servers correct without a step, and below what a lease allows.
_TOLERANCE_S = 2.0


def steady_s() -> float:
    """Return seconds that only go forward, also while the machine is suspended where the system counts that (Linux)."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


class ClockWatch:
    """Notices that the clock of the wall was set, between two looks at it."""

    def __init__(self) -> None:
        self._offset_s = time.time() - steady_s()
        self._set_at_s = float("-inf")

    def was_set(self, *, within_s: float) -> bool:
        """Return whether it was set in the last seconds, as far as one has looked."""
        before, self._offset_s = self._offset_s, time.time() - steady_s()
        jump_s = self._offset_s - before
        if abs(jump_s) > _TOLERANCE_S:
            self._set_at_s = steady_s()
            logger.warning("The clock of this machine was set by %+.0f s", jump_s)
        return steady_s() < self._set_at_s + within_s
