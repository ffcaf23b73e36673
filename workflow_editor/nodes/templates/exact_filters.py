"""Liquid's words that differ in python-liquid: `true` is not 1, and halves go away from zero. Pure.

Source: Shopify Liquid (the reference implementation); its `==` and `round` are Ruby's.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from decimal import ROUND_HALF_UP, Context, Decimal
from functools import wraps
from typing import Any, Final
from urllib.parse import unquote_plus

from liquid.exceptions import FilterArgumentError
from liquid.filter import math_filter, num_arg, sequence_filter, string_filter
from liquid.undefined import is_undefined

from tools.core.formats.format_error import FormatError
from tools.core.text import Text

COMPARING_FILTERS: Final = ("where", "reject", "find", "find_index", "has")
_MAX_DECIMALS = 30
_NO_UTF8 = Text("The decoded part of a URL is not UTF-8 text. Check how it was encoded.")
_DIGITS = Context(prec=400)
"""Enough for all of a double before the point, and these after it."""


class _Exactly:
    """A value that is equal by Liquid's `==`."""

    def __init__(self, value: object) -> None:
        self._key = _key(value)

    def __eq__(self, other: object) -> bool:
        return _key(other) == self._key

    __hash__ = None  # type: ignore[assignment]


def comparing_exactly(function: Callable[..., object]) -> Callable[..., object]:
    """Return a filter of python-liquid that compares a field with a value."""

    @wraps(function)
    def compared(left: object, field: object = None, value: object = None) -> object:
        return function(left, field, value if value is None or is_undefined(value) else _Exactly(value))

    return compared


def holds_exactly(items: Sequence[object], value: object) -> bool:
    """Return whether one of the items is equal by Liquid's `==`."""
    return _Exactly(value) in items


@string_filter
def url_decoded(text: str) -> str:
    """Return a text with its percent signs decoded. Raises FormatError if that is not UTF-8."""
    try:
        return unquote_plus(text, errors="strict")
    except UnicodeDecodeError as error:
        raise FormatError(_NO_UTF8) from error


@sequence_filter
def unique(items: Iterable[Any], field: object = None) -> list[Any]:
    """Return the first of equal items, or of items with an equal field.

    Raises FilterArgumentError if an item has no fields.
    """
    found: dict[Hashable, Any] = {}
    for item in items:
        if field is not None and not isinstance(item, Mapping):
            raise FilterArgumentError("an item has no fields", token=None)
        found.setdefault(_key(item if field is None else item.get(field, ...)), item)
    return list(found.values())


@math_filter
def rounded(number: float, decimals: object = None) -> float | int:
    """Return the nearest whole number, or one with so many decimals; halves go away from zero."""
    places = 0 if is_undefined(decimals) else int(num_arg(decimals, default=0))
    if isinstance(number, int):
        return number
    if places > 0:
        step = Decimal(1).scaleb(-min(places, _MAX_DECIMALS))
        return float(Decimal(number).quantize(step, ROUND_HALF_UP, _DIGITS))
    return int(Decimal(number).to_integral_value(ROUND_HALF_UP))


def _key(value: object) -> Hashable:
    match value:
        case bool():
            return ("bool", value)
        case dict():
            return ("object", frozenset((name, _key(item)) for name, item in value.items()))
        case list() | tuple():
            return ("list", tuple(map(_key, value)))
        case Hashable():
            return value
    return ("other", str(value))
