"""Problems of settings that cannot be due, and any text as a cron expression."""

import random
from typing import Any

import pytest

from tests.timing import assert_ends
from workflow_editor.triggers.schedules.cron import cron_problem
from workflow_editor.triggers.schedules.problems import schedule_problems
from workflow_editor.triggers.schedules.rules import ScheduleRule


def problems(*rows: dict[str, Any], zone: str = "UTC", start: str = "", end: str = "") -> list[tuple[str, str]]:
    found = schedule_problems([ScheduleRule.model_validate(row) for row in rows], zone, start, end)
    return [(problem.code, problem.field) for problem in found]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ({}, []),
        ({"kind": "cron", "cron": "*/5 9-17 * * mon-fri"}, []),
        ({"kind": "cron", "cron": "0 0 0 L * *"}, []),
        ({"kind": "cron"}, [("cron_missing", "/rules/0/cron")]),
        ({"kind": "cron", "cron": "@daily"}, [("cron_invalid", "/rules/0/cron")]),
        ({"kind": "cron", "cron": "0 0 30 2 *"}, [("cron_never", "/rules/0/cron")]),
        ({"kind": "cron", "cron": "0 0 */31 * MON#2"}, [("cron_never", "/rules/0/cron")]),
        ({"kind": "cron", "cron": "0 0 32 2 *"}, [("cron_invalid", "/rules/0/cron")]),
        ({"kind": "cron", "cron": "0 0 30 13 *"}, [("cron_invalid", "/rules/0/cron")]),
        ({"kind": "weekly", "weekdays": []}, [("weekdays_missing", "/rules/0/weekdays")]),
        ({"kind": "monthly", "days": []}, [("days_missing", "/rules/0/days")]),
        ({"times": []}, [("times_missing", "/rules/0/times")]),
        ({"times": ["9:00", "24:00"]}, [("time_invalid", "/rules/0/times/1")]),
        ({"kind": "minutes", "times": [], "weekdays": [], "cron": "nonsense"}, []),
    ],
)  # fmt: skip
def test_each_row_is_checked_for_what_it_uses(row: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    assert problems(row) == expected


def test_what_is_around_the_rows_is_checked() -> None:
    assert problems() == [("rules_missing", "/rules")]
    assert problems({}, zone="Mars/Olympus") == [("zone_unknown", "/timezone")]
    assert problems({}, start="tomorrow", end="2026-02-30") == [("day_invalid", "/start"), ("day_invalid", "/end")]
    assert problems({}, start="2026-12-02", end="2026-12-01") == [("end_before_start", "/end")]
    assert problems({}, start="2026-12-01", end="2026-12-01") == []
    assert problems({"kind": "weekly"}, start="2026-12-01", end="2026-12-04") == [("never_due", "/end")]
    assert problems({}, end="9999-12-31") == [("day_invalid", "/end")]


def test_a_wrong_cron_expression_is_answered_with_what_to_write() -> None:
    def messages(expression: str) -> str:
        problem = cron_problem(expression)
        return problem.message if problem else ""

    assert "This one has 3." in messages("0 9 *")
    assert messages("0 25 * * *").startswith("The field “hour” of this cron expression is wrong. Write a number")
    assert "“day of the week”" in messages("0 9 * * FUN")
    assert "never comes" in messages("0 0 31 2,4 *")


def test_any_text_is_read_as_cron_or_refused_soon() -> None:
    chance = random.Random(1)  # noqa: S311 nothing secret
    signs = "0123456789*/,-#LWlw? @MONFEB\n\0é５"
    texts = ["".join(chance.choices(signs, k=chance.randrange(200))) for _ in range(300)]
    fields = ["*", "*/2", "1", "L", "LW", "5L", "1#2", "MON-FRI", "*/0", "1-", "/", "#", ",", "60", "9" * 150, "L/2"]
    texts += [" ".join(chance.choices(fields, k=chance.choice((5, 6)))) for _ in range(1_000)]
    texts += ["1," * 99 + "1 * * * *", "* " * 100]
    assert_ends(lambda: [cron_problem(text) for text in texts])
