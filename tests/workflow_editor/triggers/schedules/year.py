"""One schedule over a year: what the product says, beside what trying each minute finds."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from time import perf_counter

from tests.workflow_editor.triggers.schedules.brute_force import FIRST, LAST, clock_changes, due
from tests.workflow_editor.triggers.schedules.random_schedules import draw
from workflow_editor.triggers.schedules.due_times import due_times
from workflow_editor.triggers.schedules.rules import Schedule

FREQUENT = 3_000
"""Schedules more frequent than this are compared around the changes of the clock only."""


@dataclass(frozen=True, slots=True)
class Compared:
    """Due times that both found, and the spans in which they differ; seconds of either."""

    times: int
    differences: list[tuple[datetime, datetime]]
    s: float
    independent_s: float


def compare(seed: int) -> Compared:
    """Compare the schedule that is drawn with a seed."""
    drawn = draw(seed)
    schedule, times, took_s = drawn.schedule, 0, 0.0
    differences = []
    began = perf_counter()
    expected = due(drawn.rules, schedule.timezone, schedule.start, schedule.end)
    independent_s = perf_counter() - began
    for after, until in _spans(schedule, len(expected)):
        wanted = [moment for moment in expected if after < moment <= until]
        began = perf_counter()
        found = due_times(schedule, after, until, len(wanted) + 1)
        took_s += perf_counter() - began
        if found != wanted:
            differences.append((after, until))
        times += len(wanted)
    return Compared(times, differences, took_s, independent_s)


def _spans(schedule: Schedule, count: int) -> Iterator[tuple[datetime, datetime]]:
    if count <= FREQUENT:
        yield FIRST, LAST
        return
    changes = clock_changes(schedule.timezone) or [FIRST + timedelta(days=100)]
    for change in changes:
        yield change - timedelta(hours=12), change + timedelta(hours=12)
