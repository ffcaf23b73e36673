"""docs/security.md answers each requirement of OWASP ASVS 5.0.0 up to level 2, and names what is there."""

import re

from tests.contracts.test_named_places import ROOT

PAGE = (ROOT / "docs" / "security.md").read_text()
REQUIREMENTS = {
    "1.1": 2, "1.2": 9, "1.3": 11, "1.4": 3, "1.5": 2,
    "2.1": 3, "2.2": 3, "2.3": 4, "2.4": 1,
    "3.2": 2, "3.3": 4, "3.4": 6, "3.5": 5, "3.7": 2,
    "4.1": 3, "4.2": 1, "4.3": 2, "4.4": 4,
    "5.1": 1, "5.2": 3, "5.3": 2, "5.4": 3,
    "6.1": 3, "6.2": 12, "6.3": 4, "6.4": 4, "6.5": 5, "6.6": 3, "6.8": 4,
    "7.1": 3, "7.2": 4, "7.3": 2, "7.4": 5, "7.5": 2, "7.6": 2,
    "8.1": 2, "8.2": 3, "8.3": 1, "8.4": 1,
    "9.1": 3, "9.2": 4,
    "10.1": 2, "10.2": 2, "10.3": 4, "10.4": 11, "10.5": 5, "10.6": 2, "10.7": 3,
    "11.1": 2, "11.2": 3, "11.3": 3, "11.4": 4, "11.5": 1, "11.6": 1,
    "12.1": 3, "12.2": 2, "12.3": 4,
    "13.1": 1, "13.2": 5, "13.3": 2, "13.4": 5,
    "14.1": 2, "14.2": 4, "14.3": 3,
    "15.1": 3, "15.2": 3, "15.3": 7,
    "16.1": 1, "16.2": 5, "16.3": 4, "16.4": 3, "16.5": 3,
    "17.1": 1, "17.2": 4, "17.3": 2,
}  # fmt: skip
"""Requirements of levels 1 and 2 by section. Those of level 3 come behind them in each section."""
_ROW = re.compile(r"^\| (\d+\.\d+\.\d+) \| ([^|]+) \| ([^|]+) \| (.+) \|$", re.MULTILINE)
_PLACE = re.compile(r"`((?:tests|workflow_editor|tools|agents|frontend|docs)/[^`\s]+|[\w.-]+\.(?:md|lock))`")
ROWS = [(number, state, reason) for number, _, state, reason in _ROW.findall(PAGE)]
DOCUMENTED = {"6.1", "7.1", "8.1"}
"""Sections about documentation: met by this page and by decisions."""


def test_each_requirement_has_one_row() -> None:
    wanted = [f"{section}.{number + 1}" for section, count in REQUIREMENTS.items() for number in range(count)]
    assert len(wanted) == 253
    assert [number for number, *_ in ROWS] == wanted


def test_each_row_has_a_state_and_a_reason() -> None:
    assert {state for _, state, _ in ROWS} <= {"met", "partly", "not met", "n.a."}
    assert not [number for number, _, reason in ROWS if len(reason) < 4]


def test_places_that_rows_name_are_there() -> None:
    places = [place for *_, reason in ROWS for place in _PLACE.findall(reason)]
    assert len(places) > 150
    assert [place for place in places if not (ROOT / place).exists()] == []


def test_sign_in_sessions_rights_and_oauth_are_met_by_tests() -> None:
    without = [
        number
        for number, state, reason in ROWS
        if state == "met" and number.split(".")[0] in {"6", "7", "8", "10"} and "tests/" not in reason
    ]
    assert {number.rpartition(".")[0] for number in without} <= DOCUMENTED


def test_rows_that_refer_to_another_row_name_one_that_is_there() -> None:
    numbers = {number for number, *_ in ROWS}
    referred = [found for *_, reason in ROWS for found in re.findall(r"\bas (\d+\.\d+\.\d+)", reason)]
    assert referred
    assert set(referred) <= numbers
