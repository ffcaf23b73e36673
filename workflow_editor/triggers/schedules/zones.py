"""Converts clock readings in a time zone to moments, across both daylight saving changes.

A time of day occurs once a day: if skipped, at the first minute after, if repeated, the first time. Minute and hour
rules follow the clock: not in a skipped hour, twice in a repeated one.
"""

import os
from collections import deque
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from tools.core.text import Text
from workflow_editor.errors import NodeError

LARGEST_CHANGE = timedelta(hours=3)
"""No clock is put back by more."""
_MINUTE = timedelta(minutes=1)
_NONE = timedelta()


def zone_named(name: str) -> ZoneInfo:
    """Return a time zone by its IANA name; by default the installation's, which Django sets as TZ.

    Raises NodeError with code `zone_unknown`.
    """
    name = name.strip() or os.environ.get("TZ") or "UTC"
    try:
        return ZoneInfo(name)
    except (LookupError, ValueError, OSError):
        text = Text(
            "There is no time zone “{name}” any more, or there never was. Choose another one, such as Asia/Shanghai.",
            name=name[:100],
        )
        raise NodeError(text, code="zone_unknown") from None


def reading_at(moment: datetime, zone: ZoneInfo) -> datetime:
    """Return what the clock shows, without a zone."""
    return moment.astimezone(zone).replace(tzinfo=None, fold=0)


def earliest_reading(moment: datetime, zone: ZoneInfo) -> datetime:
    """Return a reading that is not later than any that comes after a moment, also when the clock is put back soon."""
    return min(reading_at(moment, zone), reading_at(moment + LARGEST_CHANGE, zone) - LARGEST_CHANGE)


def latest_reading(moment: datetime, zone: ZoneInfo) -> datetime:
    """Return a reading that is not earlier than any that comes before a moment."""
    return max(reading_at(moment, zone), reading_at(moment - LARGEST_CHANGE, zone) + LARGEST_CHANGE)


def once_each(readings: Iterable[datetime], zone: ZoneInfo) -> Iterator[datetime]:
    """Yield the moment of each reading; several that the clock skips come at the same moment."""
    for reading in readings:
        found = _moments(reading, zone)
        while not found:
            reading = reading.replace(second=0) + _MINUTE
            found = _moments(reading, zone)
        yield found[0]


def as_shown(readings: Iterable[datetime], zone: ZoneInfo) -> Iterator[datetime]:
    """Yield the moments at which the clock shows these readings, in order."""
    repeated: deque[datetime] = deque()
    for moments in filter(None, (_moments(reading, zone) for reading in readings)):
        while repeated and repeated[0] < moments[0]:
            yield repeated.popleft()
        yield moments[0]
        repeated.extend(moments[1:])
    yield from repeated


def _moments(reading: datetime, zone: ZoneInfo) -> list[datetime]:
    """Return when the clock shows a reading: no, one or two moments."""
    first, second = (reading.replace(tzinfo=zone, fold=fold) for fold in (0, 1))
    offset, other_offset = first.utcoffset() or _NONE, second.utcoffset() or _NONE
    if offset < other_offset:
        return []
    return [moment.astimezone(UTC) for moment in ((first,) if offset == other_offset else (first, second))]
