"""docs/security.md answers each section of OWASP ASVS 5.0.0, level 2, and names what is there."""

import re

from tests.contracts.test_named_places import ROOT

PAGE = (ROOT / "docs" / "security.md").read_text()
SECTIONS = {
    1: (1, 2, 3, 4, 5), 2: (1, 2, 3, 4), 3: (2, 3, 4, 5, 7), 4: (1, 2, 3, 4), 5: (1, 2, 3, 4), 6: (1, 2, 3, 4, 5, 6, 8),
    7: (1, 2, 3, 4, 5, 6), 8: (1, 2, 3, 4), 9: (1, 2), 10: (1, 2, 3, 4, 5, 6, 7), 11: (1, 2, 3, 4, 5, 6), 12: (1, 2, 3),
    13: (1, 2, 3, 4), 14: (1, 2, 3), 15: (1, 2, 3, 4), 16: (1, 2, 3, 4, 5), 17: (1, 2, 3),
}  # fmt: skip
_ROW = re.compile(r"^\| (\d+\.\d+) [^|]+ \| ([^|]+) \| (.+) \|$", re.MULTILINE)
_PLACE = re.compile(r"`((?:tests|workflow_editor|tools|frontend|docs)/[^`\s]+)`")
ROWS = _ROW.findall(PAGE)


def test_each_section_has_one_row() -> None:
    assert [number for number, *_ in ROWS] == [f"{chapter}.{n}" for chapter, all_ in SECTIONS.items() for n in all_]


def test_each_row_has_a_state_and_a_reason() -> None:
    assert {state for _, state, _ in ROWS} <= {"met", "partly", "not met", "n.a."}
    assert not [number for number, _, reason in ROWS if len(reason) < 4]


def test_places_that_rows_name_are_there() -> None:
    places = [place for *_, reason in ROWS for place in _PLACE.findall(reason)]
    assert len(places) > 40
    assert [place for place in places if not (ROOT / place).exists()] == []


def test_sign_in_sessions_and_rights_are_met_by_tests() -> None:
    without = [
        number
        for number, state, reason in ROWS
        if state == "met" and number.split(".")[0] in {"6", "7", "8"} and "tests/" not in reason
    ]
    # What is documentation is met by this page and by decisions.
    assert without == ["6.1", "7.1", "8.1"]
