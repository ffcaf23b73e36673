"""Durations by a monotonic clock: heartbeats count the installation's running time.

A wait for a duration ends at its wall time, or after that much heartbeat time: setting the clock back by hours delays
it by seconds. Any number of processes may beat; each adds the time since it last saw the row, so the sum never runs
fast.
"""

from collections.abc import Callable

from workflow_editor.adapters.process.clocks import steady_s
from workflow_editor.models import Uptime, Wait

LONGEST_BEAT_S = 2.0
"""Maximum counted between two beats."""
STORED_EVERY_S = 5.0
_LATE_BY_S = LONGEST_BEAT_S + STORED_EVERY_S
"""Maximum lead of the count over the row at a wait's start; added to waits, so none ends early."""


class Heartbeat:
    """Counter of one process; `clock` is monotonic seconds."""

    def __init__(self, clock: Callable[[], float] = steady_s) -> None:
        self._clock = clock
        self._at = clock()
        self._seen: float | None = None
        """Row value at this process's last read while something waited."""

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
