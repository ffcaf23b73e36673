"""A simulated year against an independent calculation, with all changes of clocks in it.

Some schedules every time; a thousand with `SCHEDULES=1000 pytest <this file>`.
"""

import os
from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest

from tests.workflow_editor.triggers.schedules.brute_force import FIRST, LAST, clock_changes, due
from tests.workflow_editor.triggers.schedules.random_schedules import ZONES, draw
from workflow_editor.triggers.schedules.due_times import due_times
from workflow_editor.triggers.schedules.rules import Schedule

SEEDS = int(os.environ.get("SCHEDULES", "105"))
FREQUENT = 3_000
"""What is due more often is compared around the changes of the clock only."""


def spans(schedule: Schedule, count: int) -> Iterator[tuple[datetime, datetime]]:
    if count <= FREQUENT:
        yield FIRST, LAST
        return
    changes = clock_changes(schedule.timezone) or [FIRST + timedelta(days=100)]
    for change in changes:
        yield change - timedelta(hours=12), change + timedelta(hours=12)


@pytest.mark.parametrize("zone", range(len(ZONES)), ids=ZONES)
def test_a_year_is_what_trying_each_minute_finds(zone: int) -> None:
    compared = 0
    for seed in range(zone, SEEDS, len(ZONES)):
        drawn = draw(seed)
        schedule = drawn.schedule
        expected = due(drawn.rules, schedule.timezone, schedule.start, schedule.end)
        for after, until in spans(schedule, len(expected)):
            wanted = [moment for moment in expected if after < moment <= until]
            assert due_times(schedule, after, until, len(wanted) + 1) == wanted, (seed, schedule)
            compared += len(wanted)
    assert compared > 100 * SEEDS // len(ZONES)


def test_clocks_change_in_the_year() -> None:
    assert {zone: len(clock_changes(zone)) for zone in ZONES} == {
        "America/New_York": 2,
        "Europe/Berlin": 2,
        "Australia/Sydney": 2,
        "Australia/Lord_Howe": 2,
        "America/Santiago": 2,
        "Asia/Shanghai": 0,
        "Asia/Kathmandu": 0,
    }
