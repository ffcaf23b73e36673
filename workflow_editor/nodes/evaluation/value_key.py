"""When two values count as the same: one rule for lists, conditions and switches. Pure."""

from collections.abc import Hashable
from typing import Any

_WRITTEN_OUT = 1e21
"""Larger numbers with a point are written with an exponent, as JavaScript does."""


def value_key(value: Any) -> Hashable:
    """Return equal keys for values that count as the same, different ones otherwise.

    Numbers are equal by value, however large (1 and 1.0), and a text equals a number only in its canonical form ("7",
    neither "007" nor "7.0"); likewise true and "true". Null only equals null. Lists are compared item by item, objects
    field by field in any order.
    """
    match value:
        case None:
            return ("null",)
        case bool():
            return ("text", "true" if value else "false")
        case int() | float():
            return ("text", number_text(value))
        case str():
            return ("text", value)
        case dict():
            return ("object", frozenset((name, value_key(item)) for name, item in value.items()))
        case list() | tuple():
            return ("list", tuple(map(value_key, value)))
        case _:
            return ("other", str(value))


def is_same(left: Any, right: Any) -> bool:
    """Say whether two values count as the same."""
    return value_key(left) == value_key(right)


def number_text(number: float | int) -> str:
    """Return the one form of a number in which a text is the same: 7 for 7 and 7.0, 0.5, 1e+300."""
    if isinstance(number, float) and number.is_integer() and abs(number) < _WRITTEN_OUT:
        return str(int(number))
    return repr(number)
