"""Schedules in words, in both languages."""

from datetime import date
from typing import Any

import pytest

from workflow_editor.errors import NodeError
from workflow_editor.triggers.schedules.rules import Schedule, ScheduleRule
from workflow_editor.triggers.schedules.sentence import sentence


@pytest.mark.parametrize(
    ("row", "en", "zh"),
    [
        ({"kind": "minutes"}, "Every minute", "每分钟"),
        ({"kind": "minutes", "every": 15}, "Every 15 minutes", "每 15 分钟"),
        ({"kind": "hours"}, "Every hour", "每小时"),
        ({"kind": "hours", "every": 6, "minute": 5}, "Every 6 hours at :05", "每 6 小时（第 05 分）"),
        ({"times": ["9:00"]}, "Every day at 09:00", "每天 09:00"),
        ({"times": ["18:00", "9:00", "12:30"]}, "Every day at 09:00, 12:30 and 18:00", "每天 09:00、12:30和18:00"),
        ({"every": 14}, "Every 14 days at 09:00", "每 14 天 09:00"),
        ({"kind": "working_days"}, "Every working day at 09:00", "每个工作日 09:00"),
        ({"kind": "weekly", "weekdays": ["thu", "mon"]}, "Every Monday and Thursday at 09:00", "每周一和周四 09:00"),
        (
            {"kind": "monthly", "days": ["15", "1", "last"]},
            "Every month on day 1, day 15 and the last day at 09:00",
            "每月 1 日、15 日和最后一天 09:00",
        ),
        ({"kind": "cron", "cron": "0 9 * * {x}"}, "Cron 0 9 * * {x}", "Cron 0 9 * * {x}"),
    ],
)
def test_a_row_is_a_plain_sentence(row: dict[str, Any], en: str, zh: str) -> None:
    text = sentence(Schedule([ScheduleRule.model_validate(row)], "Asia/Shanghai"))
    assert text.en == f"{en} (Asia/Shanghai)"
    assert text.in_language("zh") == f"{zh}（Asia/Shanghai）"


def test_rows_and_their_span_are_one_sentence() -> None:
    rules = [ScheduleRule(), ScheduleRule(kind="minutes", every=5)]
    text = sentence(Schedule(rules, "Europe/Berlin", date(2026, 12, 1), date(2027, 1, 31)))
    assert text.en == "Every day at 09:00; Every 5 minutes (Europe/Berlin), from 2026-12-01, until 2027-01-31"
    assert text.in_language("zh") == "每天 09:00；每 5 分钟（Europe/Berlin），2026-12-01 起，2027-01-31 止"


def test_no_zone_is_that_of_the_installation() -> None:
    assert sentence(Schedule([ScheduleRule()], "")).en == "Every day at 09:00 (UTC)"
    with pytest.raises(NodeError):
        sentence(Schedule([ScheduleRule()], "Mars/Olympus"))
