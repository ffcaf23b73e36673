"""Wall clock, which people and time servers set, and a monotonic clock.

Rows hold wall times, since several machines read them; durations within a process use the monotonic clock.
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
    """Detects that the wall clock was set between two readings."""

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
