"""Conditions that show a field of a form, by the values of the fields before it. Pure.

The page decides by the same rules in `frontend/src/components/run-inputs/show-rules.ts`; `tests/show_rules.json` holds
cases for both.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pydantic import Field

from workflow_editor.nodes.base import NodeConfig
from workflow_editor.nodes.lookup import to_text

ShowOperator = Literal["is", "is_not", "contains", "is_filled"]
_NUMBERS = frozenset({"number", "integer", "rating"})
_LINES = frozenset({"text", "paragraph", "select", "date", "email"})
_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)


class ShowRule(NodeConfig):
    """A comparison with the value of an earlier field; `value` is a text, also for numbers and yes/no."""

    field: str = Field(default="", max_length=120)
    operator: ShowOperator = "is"
    value: str = Field(default="", max_length=1000)


Earlier = Mapping[str, tuple[str, Any]]
"""Kind and value of each field before, by name; nothing as value of a hidden one."""


def is_shown(rules: Sequence[ShowRule], match: Literal["all", "any"], earlier: Earlier) -> bool:
    """Return True if the field is part of the form; a rule about a field that does not come before always holds."""
    holding = (rule.field not in earlier or _holds(rule, *earlier[rule.field]) for rule in rules)
    return not rules or (all(holding) if match == "all" else any(holding))


def _holds(rule: ShowRule, kind: str, value: Any) -> bool:
    texts = _texts(kind, value)
    match rule.operator:
        case "is_filled":
            return bool(texts)
        case "contains" if kind in _LINES:
            return any(rule.value in text for text in texts)
        case "contains":
            return any(_is_same(kind, text, rule.value) for text in texts)
        case "is":
            return len(texts) == 1 and _is_same(kind, texts[0], rule.value)
        case "is_not":
            return len(texts) != 1 or not _is_same(kind, texts[0], rule.value)


def _texts(kind: str, value: Any) -> list[str]:
    """Return the items of a list, or the value, as texts; an unanswered yes/no is no, nothing else has a text."""
    if kind == "boolean":
        return ["true" if value is True else "false"]
    return [
        to_text(item) for item in (value if isinstance(value, list) else [value]) if item is not None and item != ""
    ]


def _is_same(kind: str, text: str, value: str) -> bool:
    if kind not in _NUMBERS:
        return text == value
    spelled = (text.strip(), value.strip())
    return all(map(_NUMBER.fullmatch, spelled)) and float(spelled[0]) == float(spelled[1])
