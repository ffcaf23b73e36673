"""Properties of every schedule, in random ones around the changes of their clocks."""

import random
from datetime import UTC, datetime, timedelta
from heapq import merge
from itertools import groupby, islice, pairwise

import pytest

from tests.workflow_editor.triggers.schedules.random_schedules import draw
from workflow_editor.triggers.schedules.due_times import due_times, moments, next_due, spread
from workflow_editor.triggers.schedules.rules import Schedule

CHANGES = [
    datetime(2026, month, day, 12, tzinfo=UTC) for month, day in ((3, 8), (3, 29), (4, 4), (9, 5), (10, 3), (11, 1))
]
SEEDS = range(2_000, 2_140)


def ends(seed: int) -> tuple[datetime, datetime, datetime]:
    """Draw three moments, to the second, that are not far from a change of some clock."""
    chance = random.Random(seed)  # noqa: S311 nothing secret
    middle = chance.choice(CHANGES)
    first, second, third = sorted(middle + timedelta(seconds=chance.randrange(-120_000, 120_000)) for _ in range(3))
    return first, second, third


@pytest.mark.parametrize("seed", SEEDS)
def test_due_times_are_in_order_later_than_asked_and_independent_of_where_one_asks(seed: int) -> None:
    schedule = draw(seed).schedule
    first, second, third = ends(seed)
    whole = due_times(schedule, first, third, 10_000)
    assert all(before < after for before, after in pairwise([first, *whole]))
    assert due_times(schedule, first, second, 10_000) + due_times(schedule, second, third, 10_000) == whole
    assert whole[:3] == list(islice(moments(schedule, first, third), 3))
    for before, after in list(pairwise([first, *whole]))[:20]:
        assert next_due(schedule, before) == after


@pytest.mark.parametrize("seed", SEEDS)
def test_rows_together_are_due_when_one_of_them_is(seed: int) -> None:
    schedule = draw(seed).schedule
    first, _, last = ends(seed)
    single = [
        due_times(Schedule([rule], schedule.timezone, schedule.start, schedule.end), first, last, 10_000)
        for rule in schedule.rules
    ]
    assert due_times(schedule, first, last, 10_000) == [moment for moment, _ in groupby(merge(*single))]


@pytest.mark.parametrize("seed", SEEDS[:40])
def test_a_delay_is_fixed_bounded_and_earlier_than_the_next_time(seed: int) -> None:
    schedule = draw(seed).schedule
    most_s = seed * 37 % 5_000
    times = list(islice(moments(schedule, CHANGES[0]), 50))
    begun = [spread("one", nominal, most_s, following) for nominal, following in pairwise(times)]
    assert begun == [spread("one", nominal, most_s, following) for nominal, following in pairwise(times)]
    for at, (nominal, following) in zip(begun, pairwise(times), strict=True):
        assert nominal <= at < following
        assert at <= nominal + timedelta(seconds=most_s)


def test_delays_differ_between_triggers_and_fill_their_span() -> None:
    nominal = datetime(2026, 1, 1, tzinfo=UTC)
    delays = sorted((spread(str(number), nominal, 60, None) - nominal).total_seconds() for number in range(2_000))
    assert delays[0] < 1
    assert delays[-1] > 59
    assert 28 < sum(delays) / len(delays) < 32
    assert spread("one", nominal, 0, None) == nominal
