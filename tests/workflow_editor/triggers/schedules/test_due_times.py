"""When schedules are due, example by example; a whole year is in `test_a_year.py`."""

from datetime import UTC, date, datetime, timedelta
from itertools import islice
from typing import Any

import pytest

from tests.timing import assert_ends
from workflow_editor.errors import NodeError
from workflow_editor.triggers.schedules.cron import cron_problem, cron_readings
from workflow_editor.triggers.schedules.due_times import HORIZON, due_times, next_due
from workflow_editor.triggers.schedules.rules import Schedule, ScheduleRule
from workflow_editor.triggers.schedules.zones import zone_named

NEW_YORK = "America/New_York"
SPRING, AUTUMN = "2026-03-08", "2026-11-01"


def schedule(*rows: dict[str, Any], zone: str = "UTC", start: str = "", end: str = "") -> Schedule:
    return Schedule(
        [ScheduleRule.model_validate(row) for row in rows],
        zone,
        date.fromisoformat(start) if start else None,
        date.fromisoformat(end) if end else None,
    )


def shown(of: Schedule, after: str, until: str) -> list[str]:
    """Return due times as their zone writes them, without seconds."""
    zone = zone_named(of.timezone)
    begin, end = (datetime.fromisoformat(moment).replace(tzinfo=zone) for moment in (after, until))
    return [
        moment.astimezone(zone).isoformat(timespec="minutes")[5:]
        for moment in due_times(of, begin.astimezone(UTC), end.astimezone(UTC), 100)
    ]


def cron(expression: str, zone: str = NEW_YORK) -> Schedule:
    return schedule({"kind": "cron", "cron": expression}, zone=zone)


@pytest.mark.parametrize(
    ("expression", "spring", "autumn"),
    [
        ("30 2 * * *", ["03:00-04:00"], ["02:30-05:00"]),
        ("30 1 * * *", ["01:30-05:00"], ["01:30-04:00"]),
        ("30 1,2 * * *", ["01:30-05:00", "03:00-04:00"], ["01:30-04:00", "02:30-05:00"]),
        ("15,45 2 * * *", ["03:00-04:00"], ["02:15-05:00", "02:45-05:00"]),
        ("0 * * * *", ["01:00-05:00", "03:00-04:00"], ["01:00-04:00", "01:00-05:00", "02:00-05:00", "03:00-05:00"]),
        ("*/30 1 * * *", ["01:00-05:00", "01:30-05:00"], ["01:00-04:00", "01:30-04:00", "01:00-05:00", "01:30-05:00"]),
        ("0 */2 * * *", [], ["02:00-05:00"]),
        # With seconds, cronsim by itself would lose the first and double the second.
        ("0 30 2 * * *", ["03:00-04:00"], ["02:30-05:00"]),
        ("0 30 1 * * *", ["01:30-05:00"], ["01:30-04:00"]),
    ],
)
def test_times_come_once_a_day_and_paces_follow_the_clock(
    expression: str, spring: list[str], autumn: list[str]
) -> None:
    assert shown(cron(expression), f"{SPRING}T00:00", f"{SPRING}T03:30") == [f"03-08T{at}" for at in spring]
    assert shown(cron(expression), f"{AUTUMN}T00:00", f"{AUTUMN}T03:30") == [f"11-01T{at}" for at in autumn]


def test_a_clock_that_changes_by_half_an_hour_loses_nothing() -> None:
    """cronsim by itself jumps over these minutes."""
    zone = "Australia/Lord_Howe"
    assert shown(cron("*/20 3 * * *", zone), "2026-10-04T01:00", "2026-10-04T04:00") == [
        "10-04T03:00+11:00",
        "10-04T03:20+11:00",
        "10-04T03:40+11:00",
    ]
    assert shown(cron("*/20 2 * * *", zone), "2026-04-05T00:00", "2026-04-05T03:00") == [
        "04-05T02:00+10:30",
        "04-05T02:20+10:30",
        "04-05T02:40+10:30",
    ]
    assert shown(schedule({"kind": "minutes", "every": 15}, zone=zone), "2026-04-05T01:15", "2026-04-05T02:00") == [
        "04-05T01:30+11:00",
        "04-05T01:45+11:00",
        "04-05T01:30+10:30",
        "04-05T01:45+10:30",
        "04-05T02:00+10:30",
    ]


def test_a_midnight_that_is_skipped_comes_at_one() -> None:
    daily = schedule({"times": ["0:00"]}, zone="America/Santiago")
    assert shown(daily, "2026-09-05T12:00", "2026-09-07T12:00") == ["09-06T01:00-03:00", "09-07T00:00-03:00"]


@pytest.mark.parametrize("fold", [0, 1])
def test_what_follows_a_moment_of_the_repeated_hour_is_later(fold: int) -> None:
    after = datetime(2026, 11, 1, 1, 20, tzinfo=zone_named(NEW_YORK), fold=fold).astimezone(UTC)
    daily = next_due(cron("45 1 * * *"), after)
    quarterly = next_due(cron("*/15 * * * *"), after)
    assert daily == datetime(2026, 11, 1 + fold, 5 + fold, 45, tzinfo=UTC)
    assert quarterly == after + timedelta(minutes=10)


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ({"kind": "minutes", "every": 720}, ["12-30T12:00", "12-31T00:00", "12-31T12:00", "01-01T00:00"]),
        ({"kind": "hours", "every": 12, "minute": 5}, ["12-30T12:05", "12-31T00:05", "12-31T12:05"]),
        ({"kind": "days", "every": 1, "times": ["18:30", "6:00"]}, ["12-30T18:30", "12-31T06:00", "12-31T18:30"]),
        ({"kind": "working_days"}, ["12-31T09:00", "01-01T09:00", "01-04T09:00"]),
        ({"kind": "weekly", "weekdays": ["sun", "fri"]}, ["01-01T09:00", "01-03T09:00"]),
        ({"kind": "monthly", "days": ["31", "last", "2"]}, ["12-31T09:00", "01-02T09:00"]),
        ({"kind": "cron", "cron": "@daily"}, None),
        ({"kind": "cron", "cron": "0 9 * jan MON#1"}, ["01-04T09:00"]),
    ],
)
def test_rows_in_plain_words(row: dict[str, Any], expected: list[str] | None) -> None:
    # 30 December 2026 is a Wednesday.
    of = schedule(row)
    if expected is None:
        with pytest.raises(NodeError, match="has 5 fields"):
            shown(of, "2026-12-30T10:00", "2027-01-04T12:00")
        return
    until = "2027-01-01T00:00" if row["kind"] in ("minutes", "hours", "days") else "2027-01-04T12:00"
    assert [at.removesuffix("+00:00") for at in shown(of, "2026-12-30T10:00", until)] == expected


def test_intervals_are_counted_from_the_start() -> None:
    every_14 = schedule({"kind": "days", "every": 14, "times": ["8:00"]}, start="2026-12-02")
    assert shown(every_14, "2026-01-01T00:00", "2027-01-01T00:00") == [
        "12-02T08:00+00:00",
        "12-16T08:00+00:00",
        "12-30T08:00+00:00",
    ]
    every_7_h = schedule({"kind": "hours", "every": 7}, start="2026-12-02", end="2026-12-03")
    assert shown(every_7_h, "2026-01-01T00:00", "2027-01-01T00:00")[:3] == [
        "12-02T00:00+00:00",
        "12-02T07:00+00:00",
        "12-02T14:00+00:00",
    ]


def test_both_days_of_a_span_are_in_it() -> None:
    daily = schedule({"times": ["00:00", "23:59"]}, zone="Asia/Shanghai", start="2026-12-01", end="2026-12-02")
    assert shown(daily, "2026-11-01T00:00", "2027-11-01T00:00") == [
        "12-01T00:00+08:00",
        "12-01T23:59+08:00",
        "12-02T00:00+08:00",
        "12-02T23:59+08:00",
    ]
    assert next_due(daily, datetime(2026, 12, 2, 16, tzinfo=UTC)) is None


def test_two_rows_of_one_moment_are_due_once() -> None:
    both = schedule({"times": ["9:00"]}, {"kind": "working_days"}, {"kind": "cron", "cron": "0 9-10 * * *"})
    found = shown(both, "2026-12-01T00:00", "2026-12-01T23:00")
    assert found == ["12-01T09:00+00:00", "12-01T10:00+00:00"]


@pytest.mark.parametrize("expression", ["0 0 30 2 *", "0 0 */31 * MON#2", "0 0 29 2 */7"])
def test_what_is_not_due_within_ten_years_is_never_due_and_costs_little(expression: str) -> None:
    # 29 February is a Sunday in 2032 and 2060.
    found: list[datetime | None] = []
    # Many times: trying each minute of ten years once would take as long as that.
    assert_ends(lambda: found.extend(next_due(cron(expression), datetime(2033, 1, 1, tzinfo=UTC)) for _ in range(50)))
    assert set(found) == {None}


def test_twenty_rows_that_never_come_are_answered_soon() -> None:
    never = schedule(*[{"kind": "cron", "cron": "* * */31 * MON#2"}] * 20, zone=NEW_YORK)
    found: list[datetime | None] = []
    assert_ends(lambda: found.append(next_due(never, datetime(2026, 1, 1, tzinfo=UTC))))
    assert set(found) == {None}


def test_a_list_ends_with_its_limit_and_with_the_horizon() -> None:
    every_second = cron("* * * * * *")
    begin = datetime(2026, 1, 1, tzinfo=UTC)
    assert len(due_times(every_second, begin, datetime.max.replace(tzinfo=UTC), 5)) == 5
    yearly = due_times(cron("0 12 1 1 *", "UTC"), begin, datetime.max.replace(tzinfo=UTC), 1_000)
    assert len(yearly) == 11
    assert yearly[-1] <= begin + HORIZON


@pytest.mark.parametrize("after", [datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)])
def test_the_ends_of_time_are_answered(after: datetime) -> None:
    assert next_due(schedule({}, zone=NEW_YORK), after) in (datetime(1970, 1, 2, 14, tzinfo=UTC), None)


def test_a_zone_that_is_gone_is_reported_when_something_is_due() -> None:
    with pytest.raises(NodeError, match="no time zone “Europe/Atlantis”") as raised:
        next_due(schedule({}, zone="Europe/Atlantis"), datetime(2026, 1, 1, tzinfo=UTC))
    assert raised.value.code == "zone_unknown"


@pytest.mark.parametrize("name", ["../../etc/passwd", "America", "a\0", "x" * 5000, "\ud800", "/etc/localtime"])
def test_no_zone_is_read_from_elsewhere(name: str) -> None:
    with pytest.raises(NodeError):
        zone_named(name)


@pytest.mark.parametrize("name", ["Asia/Calcutta", "Europe/Kiev", "Asia/Katmandu"])
def test_the_old_names_that_browsers_report_are_known(name: str) -> None:
    assert zone_named(name).key == name


@pytest.mark.parametrize(
    ("minute", "found"),
    [
        ("6-6/2", [6]),
        ("6/2", list(range(6, 60, 2))),
        ("6-6", [6]),
        ("06-06/30", [6]),
        ("1,6-6/2,9", [1, 6, 9]),
        ("6-10/2", [6, 8, 10]),
        ("16-6/2", None),
        ("6-6/0", None),
    ],
)
def test_a_range_of_one_value_is_that_value_whatever_its_step(minute: str, found: list[int] | None) -> None:
    expression = f"{minute} 0 1 1 *"
    if found is None:
        assert cron_problem(expression) is not None
        return
    readings = islice(cron_readings(expression, datetime(2025, 12, 31)), len(found) + 1)  # noqa: DTZ001 a clock's
    assert [reading.minute for reading in readings][:-1] == found
    first, last = cron_readings("0 0 * * MON-MON/2", datetime(2026, 1, 1)), 7  # noqa: DTZ001 a clock's
    assert (next(first) + timedelta(days=last)) == next(first)
