"""Comparison of a value with a switch's cases."""

from functools import partial
from typing import Any

import pytest

from tests.timing import Work, assert_growth
from workflow_editor.nodes.evaluation.switch_cases import (
    MAX_MATCHED_CHARACTERS,
    MatchError,
    MatchType,
    matches,
    pattern_problem,
)

FITTING: list[tuple[MatchType, Any, Any]] = [
    ("exact", "a", "a"),
    ("exact", 3, "3"),
    ("exact", True, "true"),
    ("contains", "green tea", "tea"),
    ("contains", ["red", "green"], "green"),
    ("regex", "order 4711", r"\d{4}"),
    ("regex", "中文标题", "^中文"),
    ("regex", 42, r"^42$"),
    ("range", 15, "10-20"),
    ("range", "10", "10 - 20"),
    ("range", 20, "10..20"),
    ("range", 12, "10到20"),
    ("range", -3, "-5--1"),
    ("range", 1.5, "1.5~2.5"),
    ("range", 10, ">=10"),
    ("range", 9.9, "< 10"),
    ("range", 10, "≤10"),
    ("range", 11, ">10"),
    ("range", "5.0", "5"),
    ("range", 5, "=5"),
]
MISSING: list[tuple[MatchType, Any, Any]] = [
    ("exact", "a", "A"),
    ("exact", "007", "7"),
    ("contains", "green tea", "TEA"),
    ("contains", "", "tea"),
    ("regex", "Order", "^order$"),
    ("range", 21, "10-20"),
    ("range", 9, "10-20"),
    ("range", "many", "10-20"),
    ("range", None, ">0"),
    ("range", True, ">0"),
    ("range", 10, "<10"),
]


@pytest.mark.parametrize(("match_type", "value", "wanted"), FITTING)
def test_a_case_fits(match_type: MatchType, value: Any, wanted: Any) -> None:
    assert matches(match_type, value, wanted)


@pytest.mark.parametrize(("match_type", "value", "wanted"), MISSING)
def test_a_case_does_not_fit(match_type: MatchType, value: Any, wanted: Any) -> None:
    assert not matches(match_type, value, wanted)


@pytest.mark.parametrize(
    ("match_type", "value", "wanted"),
    [
        ("exact", "Straße", "STRASSE"),
        ("contains", ["Red"], "red"),
        ("contains", {"Red": 1}, "rED"),
        ("regex", "ORDER 1", "^order"),
    ],
)
def test_capital_letters_may_be_passed_over(match_type: MatchType, value: Any, wanted: Any) -> None:
    assert matches(match_type, value, wanted, case_sensitive=False)
    assert not matches(match_type, value, wanted)


@pytest.mark.parametrize(
    ("match_type", "wanted"),
    [
        ("regex", "("),
        ("regex", "(?=look)"),
        ("regex", "a{1000}{1000}{100}"),
        ("range", "10-"),
        ("range", "ten"),
        ("range", "1-2-3"),
        ("contains", " "),
        ("regex", ""),
    ],
)
def test_what_cannot_be_compared_is_reported_before_the_run(match_type: MatchType, wanted: str) -> None:
    problem = pattern_problem(match_type, wanted)
    assert problem is not None
    assert problem.en.endswith(".")
    assert not problem.in_language("zh").isascii()
    assert "Error" not in problem.en


@pytest.mark.parametrize(
    ("match_type", "wanted"), [("exact", ""), ("regex", "{{ inputs.p }}"), ("range", ">{{ a.n }}")]
)
def test_what_is_known_at_run_time_only_is_no_problem_before(match_type: MatchType, wanted: str) -> None:
    assert pattern_problem(match_type, wanted) is None


def test_a_case_that_becomes_no_range_fails_the_node() -> None:
    with pytest.raises(MatchError, match="“ten” is not a range") as caught:
        matches("range", 3, "ten")
    assert caught.value.code == "case_invalid"


def test_a_pattern_that_would_take_for_ever_elsewhere_takes_no_time() -> None:
    def matched(letters: int) -> Work:
        return partial(matches, "regex", "a" * letters + "b", "^(a+)+$")

    assert matched(15_000)() is False
    assert_growth(matched, to=15_000)


def test_a_text_beyond_the_limit_is_refused() -> None:
    with pytest.raises(MatchError, match="more than 20,000 characters"):
        matches("regex", "a" * (MAX_MATCHED_CHARACTERS + 1), "a")
