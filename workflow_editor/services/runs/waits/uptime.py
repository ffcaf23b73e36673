"""Durations by a clock that nobody sets: heartbeats count how long the installation has run.

A wait for a duration ends when the wall clock reaches its moment, or when that long has passed by heartbeats: a clock
that is set back by hours delays it by seconds. Any number of processes may beat; each adds what passed since it saw the
row last, so together they count no faster than time goes.
"""

from collections.abc import Callable

from workflow_editor.adapters.clocks import steady_s
from workflow_editor.models import Uptime, Wait

LONGEST_BEAT_S = 2.0
"""More than this between two beats does not count, whatever held them up."""
STORED_EVERY_S = 5.0
_LATE_BY_S = LONGEST_BEAT_S + STORED_EVERY_S
"""What is counted may be so far ahead of the row that a wait begins by: waits add it, so none ends too early."""


class Heartbeat:
    """Counts in one process.

    Args:
        clock: seconds that only grow.
    """

    def __init__(self, clock: Callable[[], float] = steady_s) -> None:
        self._clock = clock
        self._at = clock()
        self._seen: float | None = None
        """What the row held when this process last looked while something waited."""

    def beat(self) -> float | None:
        """Count what has passed and return the uptime in seconds; None while nothing waits for a duration."""
        now, before = self._clock(), self._at
        self._at = now
        if not Wait.objects.filter(answered_at__isnull=True, due_uptime__isnull=False).exists():
            self._seen = None
            return None
        stored = uptime_s()
        counted = (stored if self._seen is None else self._seen) + min(now - before, LONGEST_BEAT_S)
        if counted >= stored + STORED_EVERY_S:
            Uptime.objects.filter(pk=Uptime.ROW, seconds__lt=counted).update(seconds=counted)
        self._seen = max(counted, stored)
        return self._seen


def uptime_s() -> float:
    """Return what was counted so far."""
    row, _ = Uptime.objects.get_or_create(pk=Uptime.ROW)
    return row.seconds


def due_uptime(lasts_s: float) -> float:
    """Return the uptime at which a wait ends that begins now."""
    return uptime_s() + lasts_s + _LATE_BY_S


heartbeat = Heartbeat()
