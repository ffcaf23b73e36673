"""The node type that starts runs by the clock."""

from datetime import UTC, datetime, timedelta
from itertools import islice, pairwise
from typing import Any

import pytest

from tools.executors.contract.schema import form_schema
from workflow_editor.errors import NodeError
from workflow_editor.nodes.builtin.schedule import ScheduleConfig, ScheduleNode
from workflow_editor.nodes.triggers import Due

NODE = ScheduleNode()
NOW = datetime(2026, 11, 25, 0, 30, tzinfo=UTC)


def config(**fields: Any) -> ScheduleConfig:
    return ScheduleConfig.model_validate(fields)


def test_a_new_schedule_is_due_every_day_and_lacks_nothing() -> None:
    assert NODE.problems(ScheduleConfig()) == []
    assert [due.at.isoformat() for due in islice(NODE.due(ScheduleConfig(), NOW, spread_by="one"), 2)] == [
        "2026-11-25T09:00:00+00:00",
        "2026-11-26T09:00:00+00:00",
    ]


def test_a_run_learns_when_it_was_due() -> None:
    settings = config(timezone="Asia/Shanghai")
    [due] = islice(NODE.due(settings, NOW, spread_by="one"), 1)
    assert NODE.arrives_at(settings, due, is_late=True) == {
        "scheduled_at": "2026-11-25T09:00:00+08:00",
        "timezone": "Asia/Shanghai",
        "date": "2026-11-25",
        "time": "09:00",
        "weekday": "wednesday",
        "is_catch_up": True,
    }


def test_what_arrives_is_what_the_node_declares_and_fills_the_start() -> None:
    settings = config(mapping=[{"name": "day", "value": "{{ trigger.date }}"}])
    arrived = NODE.arrives_at(settings, Due(NOW, NOW), is_late=False)
    assert list(arrived) == [field.name for field in NODE.output_fields]
    given = NODE.run_inputs_from(settings, arrived, {"day", "weekday"}, dict)
    assert given == {"day": "2026-11-25", "weekday": "wednesday"}


def test_a_delay_moves_the_beginning_and_not_the_due_time() -> None:
    settings = config(rules=[{"kind": "minutes", "every": 1}], jitterS=3600)
    due = list(islice(NODE.due(settings, NOW, spread_by="one"), 50))
    assert [one.nominal for one in due] == [NOW + timedelta(minutes=number) for number in range(1, 51)]
    assert all(one.nominal <= one.at < following.nominal for one, following in pairwise(due))
    assert due != list(islice(NODE.due(settings, NOW, spread_by="two"), 50))


def test_the_last_due_time_is_due_as_well() -> None:
    settings = config(end="2026-11-26", jitterS=60)
    assert len(list(NODE.due(settings, NOW, spread_by="one"))) == 2


def test_problems_name_the_place() -> None:
    rows = [{}, {"kind": "cron", "cron": "0 0 30 2 *"}]
    found = NODE.problems(config(rules=rows, timezone="Mars/Olympus", mapping=[{}]))
    assert [(problem.code, problem.field) for problem in found] == [
        ("name_missing", "/mapping/0/name"),
        ("cron_never", "/rules/1/cron"),
        ("zone_unknown", "/timezone"),
    ]


def test_a_zone_that_is_gone_is_reported_when_a_run_is_due() -> None:
    settings = config(timezone="Mars/Olympus")
    with pytest.raises(NodeError, match="Choose another one"):
        next(NODE.due(settings, NOW, spread_by="one"))


def test_settings_in_words() -> None:
    text = config(rules=[{"kind": "working_days"}], timezone="Asia/Shanghai").sentence()
    assert text.to_json() == {
        "en": "Every working day at 09:00 (Asia/Shanghai)",
        "zh": "每个工作日 09:00（Asia/Shanghai）",
    }


def test_the_form_asks_when_before_it_asks_what_the_runs_get() -> None:
    fields = list(form_schema(ScheduleConfig)["properties"])
    assert fields[-1] == "mapping"
