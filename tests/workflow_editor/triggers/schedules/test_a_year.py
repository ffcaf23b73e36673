"""A simulated year against an independent calculation, with all changes of clocks in it.

Some schedules every time; a thousand in `make bench PARTS=schedules`.
"""

import pytest

from tests.workflow_editor.triggers.schedules.brute_force import clock_changes
from tests.workflow_editor.triggers.schedules.random_schedules import ZONES, draw
from tests.workflow_editor.triggers.schedules.year import compare

SEEDS = 105


@pytest.mark.parametrize("zone", range(len(ZONES)), ids=ZONES)
def test_a_year_is_what_trying_each_minute_finds(zone: int) -> None:
    times = 0
    for seed in range(zone, SEEDS, len(ZONES)):
        compared = compare(seed)
        assert compared.differences == [], (seed, draw(seed).schedule)
        times += compared.times
    assert times > 100 * SEEDS // len(ZONES)


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
