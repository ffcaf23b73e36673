"""Compares a switch's value with its cases. Pure.

Regular expressions are those of `tools.evaluation.linear_patterns`. Source: `seed-facts.md` 2.7, SWITCH.
"""

import re
from typing import Any, Final, Literal

from tools.core.text import Text
from tools.evaluation.linear_patterns import PatternError, pattern_found
from workflow_editor.errors import NodeError
from workflow_editor.nodes.evaluation.condition_operators import OperatorName, holds, to_number
from workflow_editor.nodes.lookup import to_text
from workflow_editor.nodes.meanings import NEWEST

MatchType = Literal["exact", "contains", "regex", "range"]

MAX_MATCHED_CHARACTERS: Final = 20_000
"""Longest text that a regular expression is held against: some 0.1 s with the slowest pattern."""
_NUMBER = r"[+-]?\d+(?:\.\d+)?"
_FROM_TO = re.compile(rf"\s*(?P<least>{_NUMBER})\s*(?:-|~|\.\.|–|到|至)\s*(?P<most>{_NUMBER})\s*", re.ASCII)
_COMPARED = re.compile(rf"\s*(?P<sign>>=|<=|>|<|=|≥|≤)?\s*(?P<number>{_NUMBER})\s*", re.ASCII)
_OPERATORS: Final[dict[str, OperatorName]] = {
    ">=": "greaterOrEqual",
    "≥": "greaterOrEqual",
    "<=": "lessOrEqual",
    "≤": "lessOrEqual",
    ">": "greaterThan",
    "<": "lessThan",
    "=": "equals",
}
_EMPTY = Text("Enter a search query.")


class MatchError(NodeError):
    """A case that cannot be compared; `text` gives the reason in every language."""

    code = "case_invalid"


def matches(
    match_type: MatchType, value: Any, wanted: Any, *, case_sensitive: bool = True, version: int = NEWEST
) -> bool:
    """Return whether a value fits a case.

    Raises MatchError if the case is not a valid regular expression or range, or the text is too long for one.
    """
    match match_type:
        case "exact" | "contains":
            operator: Literal["equals", "contains"] = "equals" if match_type == "exact" else "contains"
            if case_sensitive:
                return holds(operator, value, wanted, version)
            return holds(operator, _folded(value), _folded(wanted), version)
        case "regex":
            return _fits_pattern(to_text(value), to_text(wanted), case_sensitive=case_sensitive)
        case "range":
            return _lies_within(value, to_text(wanted))


def pattern_problem(match_type: MatchType, wanted: str) -> Text | None:
    """Return the problem of a case before any run, None if valid or filled in at run time."""
    if match_type == "exact" or "{{" in wanted or "{%" in wanted:
        return None
    if not wanted.strip():
        return _EMPTY
    try:
        matches(match_type, "0", wanted)
    except MatchError as error:
        return error.text
    return None


def _folded(value: Any) -> Any:
    if isinstance(value, str):
        return value.casefold()
    if isinstance(value, list):
        return [_folded(item) for item in value]
    if isinstance(value, dict):
        return {name.casefold(): inner for name, inner in value.items()}
    return value


def _fits_pattern(text: str, pattern: str, *, case_sensitive: bool) -> bool:
    if len(text) > MAX_MATCHED_CHARACTERS:
        limit = f"{MAX_MATCHED_CHARACTERS:,}"
        raise MatchError(
            Text(
                "The text is too long for a regular expression: more than {limit} characters. Shorten it.", limit=limit
            )
        )
    try:
        return pattern_found(pattern if case_sensitive else f"(?i){pattern}", text)
    except PatternError as error:
        raise MatchError(error.text) from error


def _lies_within(value: Any, range_: str) -> bool:
    number = to_number(value)
    compared = _COMPARED.fullmatch(range_)
    if compared is not None:
        return number is not None and holds(_OPERATORS[compared["sign"] or "="], number, to_number(compared["number"]))
    between = _FROM_TO.fullmatch(range_)
    if between is not None:
        return number is not None and float(between["least"]) <= number <= float(between["most"])
    raise MatchError(Text("“{range}” is not a range. Write 10-20, >=10, <5 or a number.", range=range_))
