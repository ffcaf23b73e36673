"""The moment when a call must be over; what reports progress may move it. No framework."""

import time

from tools.core.concurrency.clock import Clock
from tools.core.definitions import LONGEST_WITH_PROGRESS_S


class Deadline:
    """Deadline of one call with all its attempts. Thread-safe.

    `timeout_s` starts again with each reported progress; `clock` measures pauses between attempts.
    """

    def __init__(self, clock: Clock, timeout_s: float) -> None:
        self._clock = clock
        self._timeout_s = timeout_s
        self._ends = [now + timeout_s for now in self._now()]
        self._longest = [now + LONGEST_WITH_PROGRESS_S for now in self._now()]

    def left_s(self) -> float:
        return self._ends[0] - self._clock.monotonic()

    def waits_s(self) -> float:
        """Return what is left of real time, in which an attempt works."""
        return self._ends[1] - time.monotonic()

    def renew(self) -> None:
        """Start the time limit again: the work goes forward."""
        moved = [min(now + self._timeout_s, longest) for now, longest in zip(self._now(), self._longest, strict=True)]
        self._ends = [max(end, new) for end, new in zip(self._ends, moved, strict=True)]

    def _now(self) -> tuple[float, float]:
        return self._clock.monotonic(), time.monotonic()
