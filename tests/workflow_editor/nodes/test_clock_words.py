"""`now` and `today` in templates: of which zone they are, and what filters make of them."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from workflow_editor.nodes.lookup import NodeNames
from workflow_editor.nodes.meanings import FIRST, NEWEST
from workflow_editor.nodes.templates.templating import compile_template
from workflow_editor.nodes.variables import RunVariables

KIRITIMATI = "Pacific/Kiritimati"
"""14 hours before UTC, all year."""
SLOW = "{% for i in (1..2000) %}{{ i | date: '%Y' | slice: 4 }}{% endfor %}"
"""Is filled in by a worker process."""


@pytest.fixture(autouse=True)
def _installation_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Kathmandu")


def variables(trigger: dict[str, Any], version: int = NEWEST) -> RunVariables:
    return RunVariables({}, NodeNames({}), lambda _: None, load_word=lambda _: trigger, version=version)


ZONES: list[tuple[dict[str, Any], timedelta]] = [
    ({"timezone": KIRITIMATI}, timedelta(hours=14)),
    ({}, timedelta(hours=5, minutes=45)),
    ({"timezone": "No/Where"}, timedelta(hours=5, minutes=45)),
    ({"timezone": {"a": 1}}, timedelta(hours=5, minutes=45)),
]


@pytest.mark.parametrize(("trigger", "offset"), ZONES)
@pytest.mark.parametrize("before", ["", SLOW])
def test_now_carries_its_offset(trigger: dict[str, Any], offset: timedelta, before: str) -> None:
    shown = datetime.fromisoformat(variables(trigger).render(f"{before}{{{{ now }}}}"))
    assert shown.utcoffset() == offset
    assert abs(shown - datetime.now(shown.tzinfo)) < timedelta(minutes=5)


@pytest.mark.parametrize(
    ("template", "read"),
    [
        ("{{ now | date: '%Y-%m-%dT%H:%M:%S%z' }}", datetime.fromisoformat),
        ("{{ 'now' | date: '%Y-%m-%dT%H:%M:%S%z' }}", datetime.fromisoformat),
        ("{{ 'now' | date_add: 0, 'days' }}", datetime.fromisoformat),
        ("{{ now | date_add: 1, 'days' | date_add: -1, 'days' }}", datetime.fromisoformat),
    ],
)
def test_filters_know_the_zone(template: str, read: Callable[[str], datetime]) -> None:
    assert read(variables({"timezone": KIRITIMATI}).render(template)).utcoffset() == timedelta(hours=14)


def test_today_is_the_day_of_the_zone() -> None:
    days = {variables({"timezone": zone}).render("{{ today }}") for zone in (KIRITIMATI, "Pacific/Pago_Pago")}
    # 25 hours lie between them, so it is never the same day.
    assert len(days) == 2


def test_nodes_of_before_keep_the_time_without_an_offset() -> None:
    assert datetime.fromisoformat(variables({"timezone": KIRITIMATI}, FIRST).render("{{ now }}")).tzinfo is None


def test_a_node_of_that_name_goes_before_the_word() -> None:
    names = NodeNames({"now": "now"})
    found = RunVariables({}, names, {"now": {"a": 1}}.get, version=NEWEST)
    assert found.render("{{ nodes.now.a }}") == "1"
    assert compile_template("{{ now }}").paths == ()
