"""Schedules drawn at random, each written twice: as people set it, and as the brute force reads it."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

import numpy as np

from tests.workflow_editor.triggers.schedules.brute_force import Clock, Mask, Matches, Minutes, Rule
from workflow_editor.triggers.schedules.rules import Schedule, ScheduleRule

ZONES = (
    "America/New_York",
    "Europe/Berlin",
    "Australia/Sydney",
    "Australia/Lord_Howe",  # by half an hour
    "America/Santiago",  # at midnight
    "Asia/Shanghai",
    "Asia/Kathmandu",  # at a quarter to
)
_WEEKDAYS = ("sun", "mon", "tue", "wed", "thu", "fri", "sat")
_MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")


@dataclass(frozen=True, slots=True)
class Drawn:
    schedule: Schedule
    rules: Sequence[Rule]


def draw(seed: int) -> Drawn:
    chance = random.Random(seed)  # noqa: S311 nothing secret
    start = end = None
    if chance.random() < 0.3:
        start = date(2026, 1, 1) + timedelta(days=chance.randrange(-200, 300))
    if chance.random() < 0.3:
        end = date(2026, 3, 1) + timedelta(days=chance.randrange(0, 400))
    pairs = [_rule(chance, start or date(1970, 1, 1)) for _ in range(chance.choice((1, 1, 1, 2, 2, 3)))]
    schedule = Schedule([row for row, _ in pairs], ZONES[seed % len(ZONES)], start, end)
    return Drawn(schedule, [rule for _, rule in pairs])


def _rule(chance: random.Random, origin: date) -> tuple[ScheduleRule, Rule]:
    kind = chance.choice(("minutes", "hours", "days", "working_days", "weekly", "monthly", "cron", "cron", "cron"))
    if kind == "cron":
        return _cron(chance)
    if kind in ("minutes", "hours"):
        return _paced(chance, kind, origin)
    return _on_days(chance, kind, origin)


def _paced(chance: random.Random, kind: str, origin: date) -> tuple[ScheduleRule, Rule]:
    every = chance.choice((1, 2, 3, 4, 5, 6, 7, 12, 15, 20, 24, 30, 45, 60, 61, 90, 240, 999))
    minute = chance.randrange(60) if kind == "hours" else 0
    row = ScheduleRule.model_validate({"kind": kind, "every": every, "minute": minute})
    pace = every * (60 if kind == "hours" else 1)
    first = (origin - date(1970, 1, 1)).days * 1440 + minute
    return row, Rule(lambda clock: (clock.shown - first) % pace == 0, of_the_day=pace > 60)


def _on_days(chance: random.Random, kind: str, origin: date) -> tuple[ScheduleRule, Rule]:
    # Many at night, where clocks change.
    times = [(chance.choice((0, 1, 2, 3, 23, 9, 17)), chance.randrange(60)) for _ in range(chance.choice((1, 1, 2, 4)))]
    every = chance.choice((1, 1, 2, 3, 7, 14, 100))
    weekdays = chance.sample(range(7), chance.randrange(1, 5))
    days = chance.sample(range(1, 32), chance.randrange(1, 4))
    has_last = chance.random() < 0.5
    row = ScheduleRule.model_validate(
        {
            "kind": kind,
            "times": [f"{hour}:{minute:02d}" for hour, minute in times],
            "every": every,
            "weekdays": [_WEEKDAYS[day] for day in weekdays],
            "days": [*map(str, days), *(["last"] if has_last else [])],
        }
    )
    of_day = [hour * 60 + minute for hour, minute in times]
    first = (origin - date(1970, 1, 1)).days

    def is_on(clock: Clock) -> Mask:
        match kind:
            case "days":
                return _is((clock.day_number - first) % every, 0)
            case "working_days":
                return (clock.weekday > 0) & (clock.weekday < 6)
            case "weekly":
                return _among(clock.weekday, weekdays)
            case _:
                return _among(clock.day, days) | (_is(clock.month_length - clock.day, 0) & has_last)

    return row, Rule(lambda clock: is_on(clock) & _among(clock.shown % 1440, of_day), of_the_day=True)


def _is(values: Minutes, wanted: int) -> Mask:
    return np.equal(values, wanted)


def _among(values: Minutes, wanted: Sequence[int]) -> Mask:
    table = np.zeros(1440, dtype=np.bool_)
    table[list(wanted)] = True
    return table[values]


def _cron(chance: random.Random) -> tuple[ScheduleRule, Rule]:
    minute, minutes = _field(chance, 0, 59, (0.25, 0.15))
    hour, hours = _field(chance, 0, 23, (0.3, 0.2))
    day, is_day = _day(chance)
    month, months = _field(chance, 1, 12, (0.7, 0.1), _MONTHS)
    weekday, is_weekday = _weekday(chance)
    both = day.startswith("*") or weekday.startswith("*")
    text = f"{minute} {hour} {day} {month} {weekday}"
    if chance.random() < 0.2:
        text = "0 " + text
    if chance.random() < 0.2:
        text = text.lower().replace(" ", "  ")

    def matches(clock: Clock) -> Mask:
        on = is_day(clock) & is_weekday(clock) if both else is_day(clock) | is_weekday(clock)
        at = _among(clock.minute, minutes) & _among(clock.hour, hours) & _among(clock.month, months)
        return on & at

    of_the_day = not minute.startswith("*") and not hour.startswith("*")
    return ScheduleRule.model_validate({"kind": "cron", "cron": text}), Rule(matches, of_the_day)


def _field(
    chance: random.Random, least: int, most: int, stars: tuple[float, float], names: Sequence[str] = ()
) -> tuple[str, list[int]]:
    """Draw the text of a field and the values that it means."""
    every = list(range(least, most + 1))
    drawn = chance.random()
    if drawn < stars[0]:
        return "*", every
    if drawn < sum(stars):
        step = chance.choice((2, 3, 5, 7, 10, 15, 20))
        return f"*/{step}", every[::step]
    low, high = sorted(chance.sample(every, 2))
    match chance.randrange(4):
        case 0:
            return f"{low}-{high}", list(range(low, high + 1))
        case 1:
            step = chance.choice((2, 3, 7))
            return f"{low}-{high}/{step}", list(range(low, high + 1, step))
        case 2:
            values = chance.sample(every, 3)
            return ",".join(map(str, values)), values
        case _:
            return names[low - 1] if names else str(low), [low]


def _day(chance: random.Random) -> tuple[str, Matches]:
    drawn = chance.random()
    if drawn < 0.08:
        return "L", lambda clock: clock.day == clock.month_length
    if drawn < 0.16:
        return "LW", _last_working_day
    if drawn < 0.24:
        return "1,L", lambda clock: (clock.day == 1) | (clock.day == clock.month_length)
    text, days = _field(chance, 1, 31, (0.6, 0.1))
    return text, lambda clock: _among(clock.day, days)


def _last_working_day(clock: Clock) -> Mask:
    """A working day after which the month has no other one."""
    left = clock.month_length - clock.day
    is_working_day = (clock.weekday > 0) & (clock.weekday < 6)
    return is_working_day & (_is(left, 0) | (_is(clock.weekday, 5) & (left <= 2)))


def _weekday(chance: random.Random) -> tuple[str, Matches]:
    drawn, day = chance.random(), chance.randrange(7)
    name = _WEEKDAYS[day].upper()
    if drawn < 0.1:
        number = chance.randrange(1, 6)
        return f"{name}#{number}", lambda clock: (clock.weekday == day) & ((clock.day - 1) // 7 + 1 == number)
    if drawn < 0.2:
        return f"{day or 7}L", lambda clock: (clock.weekday == day) & (clock.day + 7 > clock.month_length)
    if drawn < 0.3:
        return "MON-FRI", lambda clock: (clock.weekday > 0) & (clock.weekday < 6)
    if drawn < 0.35:
        return "7", lambda clock: clock.weekday == 0
    text, days = _field(chance, 0, 6, (0.6, 0.0))
    return text, lambda clock: _among(clock.weekday, days)
