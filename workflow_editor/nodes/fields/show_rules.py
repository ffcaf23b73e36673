"""Conditions that show a field of a form, by the values of the fields before it. Pure.

The page decides by the same rules in `frontend/src/components/run-inputs/show-rules.ts`; `tests/show_rules.json` holds
cases for both.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Self

from pydantic import Field

from workflow_editor.nodes.base import NodeConfig
from workflow_editor.nodes.lookup import to_text

ShowOperator = Literal["is", "is_not", "contains", "is_filled"]
_NUMBERS = frozenset({"number", "integer", "rating"})
_LINES = frozenset({"text", "paragraph", "select", "date", "email"})
_NUMBER = re.compile(r"[+-]?\d{1,400}(\.\d{1,400})?(e[+-]?\d{1,4})?", re.ASCII | re.IGNORECASE)


class ShowRule(NodeConfig):
    """A comparison with the value of an earlier field; `value` is a text, also for numbers and yes/no."""

    field: str = Field(default="", max_length=120)
    operator: ShowOperator = "is"
    value: str = Field(default="", max_length=1000)


@dataclass(frozen=True, slots=True)
class FieldAnswer:
    """Value of a field as texts: the items of a list, or the value itself."""

    kind: str
    texts: Sequence[str]

    @classmethod
    def of(cls, kind: str, value: Any) -> Self:
        """Return the answer; an open yes/no is no, nothing else has a text."""
        if kind == "boolean":
            return cls(kind, ["true" if value is True else "false"])
        items = value if isinstance(value, list) else [value]
        texts = ("" if isinstance(item, dict | list) else to_text(item) for item in items if item not in (None, ""))
        return cls(kind, list(texts))


def is_shown(rules: Sequence[ShowRule], match: Literal["all", "any"], earlier: Mapping[str, FieldAnswer]) -> bool:
    """Return True if the field is part of the form; a rule about a field that does not come before always holds.

    `earlier` are the answers of the fields before, by name; of a hidden one there is nothing.
    """
    holding = (rule.field not in earlier or _holds(rule, earlier[rule.field]) for rule in rules)
    return not rules or (all(holding) if match == "all" else any(holding))


def _holds(rule: ShowRule, answer: FieldAnswer) -> bool:
    kind, texts = answer.kind, answer.texts
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


def _is_same(kind: str, text: str, value: str) -> bool:
    if kind not in _NUMBERS:
        return text == value
    spelled = (text.strip(), value.strip())
    return all(map(_NUMBER.fullmatch, spelled)) and float(spelled[0]) == float(spelled[1])
