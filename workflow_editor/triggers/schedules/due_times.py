"""When a schedule is due. Moments are in UTC: two of one zone compare by what the clock shows, which repeats."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from hashlib import sha256
from heapq import merge
from itertools import groupby, islice, takewhile
from zoneinfo import ZoneInfo

from workflow_editor.triggers.schedules.cron import cron_readings, names_times
from workflow_editor.triggers.schedules.rules import WEEKDAYS, Schedule, ScheduleRule, clock_time
from workflow_editor.triggers.schedules.zones import as_shown, earliest_reading, latest_reading, once_each, zone_named

HORIZON = timedelta(days=3653)
"""Ten years: what is not due by then is never due."""
_EPOCH = date(1970, 1, 1)
_EARLIEST, _LATEST = datetime(1970, 1, 2, tzinfo=UTC), datetime(3000, 1, 1, tzinfo=UTC)
_WEEKDAYS = tuple(WEEKDAYS)
_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)
_TICK = timedelta(microseconds=1)
_MILLISECOND = timedelta(milliseconds=1)


def next_due(schedule: Schedule, after: datetime) -> datetime | None:
    """Return the first due time after a moment, within ten years, or None.

    Raises NodeError if the time zone is unknown, or a cron expression wrong.
    """
    return next(moments(schedule, after), None)


def due_times(schedule: Schedule, after: datetime, until: datetime, limit: int) -> list[datetime]:
    """Return at most `limit` due times after `after`, up to and including `until`.

    Raises NodeError if the time zone is unknown, or a cron expression wrong.
    """
    return list(islice(moments(schedule, after, until), limit))


def moments(schedule: Schedule, after: datetime, until: datetime | None = None) -> Iterator[datetime]:
    """Yield distinct due times in order after `after`, up to and including `until`, at most ten years ahead.

    Raises NodeError if the time zone is unknown, or a cron expression wrong.
    """
    zone = zone_named(schedule.timezone)
    after = max(after, _EARLIEST)
    if schedule.start:
        after = max(after, _midnight(schedule.start, zone) - _TICK)
    if after > _LATEST:
        return
    last = after + HORIZON if until is None else min(after + HORIZON, until)
    if schedule.end:
        last = min(last, _midnight(schedule.end + _DAY, zone) - _TICK)
    of_rules = [_of_rule(rule, schedule.start or _EPOCH, zone, after, last) for rule in schedule.rules]
    due = (moment for moment, _same in groupby(merge(*of_rules)) if moment > after)
    yield from takewhile(lambda moment: moment <= last, due)


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    return next(once_each([_at(day, time())], zone))


def _of_rule(rule: ScheduleRule, origin: date, zone: ZoneInfo, after: datetime, last: datetime) -> Iterator[datetime]:
    """Yield when a rule is due, in order, at least from `after` to `last`."""
    begin, end = earliest_reading(after, zone), latest_reading(last, zone)
    readings = takewhile(lambda reading: reading <= end, _readings(rule, origin, begin, end))
    return once_each(readings, zone) if _is_of_the_day(rule) else as_shown(readings, zone)


def _is_of_the_day(rule: ScheduleRule) -> bool:
    """Say whether a rule means times of the day, rather than a pace of an hour or less."""
    match rule.kind:
        case "cron":
            return names_times(rule.cron)
        case "minutes" | "hours":
            return _pace(rule) > _HOUR
        case _:
            return True


def _pace(rule: ScheduleRule) -> timedelta:
    return timedelta(minutes=rule.every) if rule.kind == "minutes" else timedelta(hours=rule.every)


def _readings(rule: ScheduleRule, origin: date, begin: datetime, end: datetime) -> Iterator[datetime]:
    """Return what the clock shows when a rule is due, in order, at least from `begin` to `end`."""
    match rule.kind:
        case "cron":
            return cron_readings(rule.cron, begin)
        case "minutes" | "hours":
            first = _at(origin, time(minute=rule.minute if rule.kind == "hours" else 0))
            return _paced(first, _pace(rule), begin)
        case _:
            return _on_days(rule, origin, begin, end)


def _paced(first: datetime, pace: timedelta, begin: datetime) -> Iterator[datetime]:
    reading = first + pace * ((begin - first) // pace)
    while True:
        yield reading
        reading += pace


def _on_days(rule: ScheduleRule, origin: date, begin: datetime, end: datetime) -> Iterator[datetime]:
    times = sorted(at for at in map(clock_time, rule.times) if at is not None)
    for number in range(begin.toordinal(), end.toordinal() + 1):
        day = date.fromordinal(number)
        if _is_on(rule, origin, day):
            yield from (_at(day, at) for at in times)


def _is_on(rule: ScheduleRule, origin: date, day: date) -> bool:
    match rule.kind:
        case "days":
            return (day - origin).days % rule.every == 0
        case "working_days":
            return day.weekday() < 5
        case "weekly":
            return _WEEKDAYS[day.weekday()] in rule.weekdays
        case _:
            is_last = (day + _DAY).month != day.month
            return str(day.day) in rule.days or (is_last and "last" in rule.days)


def _at(day: date, at: time) -> datetime:
    return datetime.combine(day, at)


def spread(spread_by: str, nominal: datetime, most_s: int, following: datetime | None) -> datetime:
    """Return the start of a due time, deterministic by `spread_by` (its id), at most `most_s` seconds later and before
    the next.
    """
    span = timedelta(seconds=most_s)
    if following is not None:
        span = min(span, following - nominal)
    if span <= _MILLISECOND:
        return nominal
    drawn = sha256(f"{spread_by} {nominal.timestamp()}".encode()).digest()
    return nominal + _MILLISECOND * (int.from_bytes(drawn[:8]) % (span // _MILLISECOND))
