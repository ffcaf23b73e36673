"""When schedules are due, by trying each minute of a year: no cronsim and no code of the product, only zoneinfo."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache
from zoneinfo import ZoneInfo

import numpy as np
import numpy.typing as npt

Minutes = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]

FIRST = datetime(2026, 1, 1, tzinfo=UTC)
LAST = datetime(2027, 1, 1, tzinfo=UTC)
"""The year that is tried: later than the first moment, up to the last."""
_FIRST_MINUTE, _LAST_MINUTE = (int(moment.timestamp()) // 60 for moment in (FIRST, LAST))
_MINUTES = range(_FIRST_MINUTE, _LAST_MINUTE + 1)


@dataclass(frozen=True, slots=True)
class Clock:
    """Clock readings in each minute: minutes since 1970 as if there were no zones, and its parts."""

    shown: Minutes
    minute: Minutes
    hour: Minutes
    day: Minutes
    month: Minutes
    weekday: Minutes
    """0 is Sunday."""
    day_number: Minutes
    """Since 1970."""
    month_length: Minutes

    @staticmethod
    def of(shown: Minutes) -> "Clock":
        days = shown // 1440
        dates = days.astype("datetime64[D]")
        months = dates.astype("datetime64[M]")
        starts, ends = months.astype("datetime64[D]"), (months + 1).astype("datetime64[D]")
        return Clock(
            shown=shown,
            minute=shown % 60,
            hour=shown // 60 % 24,
            day=(dates - starts).astype(np.int64) + 1,
            month=months.astype(np.int64) % 12 + 1,
            weekday=(days + 4) % 7,
            day_number=days,
            month_length=(ends - starts).astype(np.int64),
        )


Matches = Callable[[Clock], Mask]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: which minutes of a clock it means, and whether these are times of the day, which come once."""

    matches: Matches
    of_the_day: bool


@cache
def clock_of(zone: str) -> Clock:
    """Look up what the clock shows; it changes on quarters of an hour only."""
    tz = ZoneInfo(zone)
    quarters = [datetime.fromtimestamp(minute * 60, tz).utcoffset() for minute in _MINUTES[::15]]
    offsets = [int(offset.total_seconds()) // 60 for offset in quarters if offset is not None]
    minutes = np.arange(_MINUTES.start, _MINUTES.stop, dtype=np.int64)
    return Clock.of(minutes + np.repeat(np.array(offsets, dtype=np.int64), 15)[: len(minutes)])


@cache
def _changes(zone: str) -> tuple[Mask, dict[int, Clock]]:
    """Return in which minutes the clock shows something again, and what it skips in front of which minute."""
    shown = clock_of(zone).shown
    again = np.zeros(len(shown), dtype=np.bool_)
    again[1:] = shown[1:] <= np.maximum.accumulate(shown)[:-1]
    jumps = np.flatnonzero(np.diff(shown) > 1) + 1
    return again, {int(at): Clock.of(np.arange(shown[at - 1] + 1, shown[at], dtype=np.int64)) for at in jumps}


def clock_changes(zone: str) -> list[datetime]:
    """Return when the clock is put forward or back."""
    at = np.flatnonzero(np.diff(clock_of(zone).shown) != 1) + 1
    return [_moment(int(index)) for index in at]


def due(rules: Sequence[Rule], zone: str, start: date | None, end: date | None) -> list[datetime]:
    """Return all due times of the year."""
    clock = clock_of(zone)
    found = np.zeros(len(clock.shown), dtype=np.bool_)
    for rule in rules:
        found |= _due(rule, zone)
    if start:
        found &= clock.day_number >= (start - date(1970, 1, 1)).days
    if end:
        found &= clock.day_number <= (end - date(1970, 1, 1)).days
    return [_moment(int(index)) for index in np.flatnonzero(found) if index > 0]


def _due(rule: Rule, zone: str) -> Mask:
    found = rule.matches(clock_of(zone))
    if rule.of_the_day:
        again, skipped = _changes(zone)
        found = found & ~again
        for at, minutes in skipped.items():
            found[at] |= rule.matches(minutes).any()
    return found


def _moment(index: int) -> datetime:
    return datetime.fromtimestamp((_MINUTES.start + index) * 60, UTC)
