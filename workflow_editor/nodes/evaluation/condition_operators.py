"""Comparison table of condition nodes. Source: `seed-facts.md` 2.7, CONDITION."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal

from tools.core.text import Text
from workflow_editor.errors import NodeError
from workflow_editor.nodes.evaluation.value_key import is_same, value_key
from workflow_editor.nodes.lookup import to_text
from workflow_editor.nodes.meanings import EXACT_EQUALITY, NEWEST
from workflow_editor.nodes.ports import Variables

OperatorName = Literal[
    "equals",
    "notEquals",
    "greaterThan",
    "lessThan",
    "greaterOrEqual",
    "lessOrEqual",
    "contains",
    "notContains",
    "startsWith",
    "endsWith",
    "isEmpty",
    "isNotEmpty",
]


@dataclass(frozen=True, slots=True)
class Operator:
    """One comparison; `takes_value` is False for those that look at the left side only."""

    title: Text
    evaluate: Callable[[Any, Any], bool]
    takes_value: bool = True


def is_equal(left: Any, right: Any) -> bool:
    """Compare as nodes of the first version do.

    Numerically if one side is a number and the other parses as one, else as texts: "007" is not "7".
    """
    if _is_number(left) or _is_number(right):
        left_number, right_number = to_number(left), to_number(right)
        if left_number is not None and right_number is not None:
            return left_number == right_number
    return to_text(left) == to_text(right)


def _is_like(item: Any, right: Any, written: str, number: float | int | None) -> bool:
    """Compare as `is_equal` does with a right side that is known as text and number."""
    if number is not None and (_is_number(item) or _is_number(right)):
        left_number = to_number(item)
        if left_number is not None:
            return left_number == number
    return to_text(item) == written


def to_number(value: Any) -> float | int | None:
    """Return the number that a value is or that a text spells, else None; true and false are no numbers."""
    number: float | int
    if isinstance(value, int | float) and not isinstance(value, bool):
        number = value
    elif isinstance(value, str):
        text = value.strip()
        try:
            number = int(text) if text.lstrip("+-").isdecimal() else float(text)
        except ValueError:
            return None
    else:
        return None
    return number if isinstance(number, int) or math.isfinite(number) else None


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _numeric(compare: Callable[[float, float], bool]) -> Callable[[Any, Any], bool]:
    def evaluate(left: Any, right: Any) -> bool:
        left_number, right_number = to_number(left), to_number(right)
        return left_number is not None and right_number is not None and compare(left_number, right_number)

    return evaluate


def _contains(left: Any, right: Any) -> bool:
    if isinstance(left, list):
        # Written once, and not again for each item.
        written, number = to_text(right), to_number(right)
        return any(_is_like(item, right, written, number) for item in left)
    if isinstance(left, dict):
        return to_text(right) in left
    return to_text(right) in to_text(left)


def _is_empty(left: Any, _right: Any) -> bool:
    return left is None or (isinstance(left, list | dict) and not left) or (isinstance(left, str) and not left.strip())


OPERATORS: Final[dict[OperatorName, Operator]] = {
    "equals": Operator(Text("equals"), is_equal),
    "notEquals": Operator(Text("does not equal"), lambda left, right: not is_equal(left, right)),
    "greaterThan": Operator(Text("is greater than"), _numeric(lambda left, right: left > right)),
    "lessThan": Operator(Text("is less than"), _numeric(lambda left, right: left < right)),
    "greaterOrEqual": Operator(Text("is at least"), _numeric(lambda left, right: left >= right)),
    "lessOrEqual": Operator(Text("is at most"), _numeric(lambda left, right: left <= right)),
    "contains": Operator(Text("contains"), _contains),
    "notContains": Operator(Text("does not contain"), lambda left, right: not _contains(left, right)),
    "startsWith": Operator(Text("starts with"), lambda left, right: to_text(left).startswith(to_text(right))),
    "endsWith": Operator(Text("ends with"), lambda left, right: to_text(left).endswith(to_text(right))),
    "isEmpty": Operator(Text("is empty"), _is_empty, takes_value=False),
    "isNotEmpty": Operator(Text("is not empty"), lambda left, right: not _is_empty(left, right), takes_value=False),
}


def _contains_same(left: Any, right: Any) -> bool:
    if isinstance(left, list):
        wanted = value_key(right)
        return any(value_key(item) == wanted for item in left)
    return _contains(left, right)


_EXACT: Final[dict[OperatorName, Callable[[Any, Any], bool]]] = {
    "equals": is_same,
    "notEquals": lambda left, right: not is_same(left, right),
    "contains": _contains_same,
    "notContains": lambda left, right: not _contains_same(left, right),
}


def comparison(operator: OperatorName, version: int) -> Callable[[Any, Any], bool]:
    exact = _EXACT.get(operator) if version >= EXACT_EQUALITY else None
    return exact or OPERATORS[operator].evaluate


def holds(operator: OperatorName, left: Any, right: Any, version: int = NEWEST) -> bool:
    return comparison(operator, version)(left, right)


def expression_holds(expression: str, variables: Variables) -> bool:
    """Evaluate a CEL condition.

    Raises NodeError if it cannot be evaluated, or gives neither true nor false (`condition_not_boolean`).
    """
    result = variables.evaluate(expression)
    if not isinstance(result, bool):
        raise NodeError(
            Text("The expression must be true or false, but it returns {result}.", result=repr(result)),
            code="condition_not_boolean",
        )
    return result
