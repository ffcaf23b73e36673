"""Ordering, comparison and lookup of values of any kind, shared by all steps."""

import json
import re
from collections.abc import Callable, Iterable
from typing import Any

from workflow_editor.nodes.evaluation.condition_operators import to_number
from workflow_editor.nodes.lookup import to_text

_DIGITS = re.compile(r"[0-9]+")
_PLACES = 20
"""Digits of a number within a text, so that 9 comes before 10."""
_LONGEST_KEY = 1000
"""Characters of a text that count when it is sorted."""


def identity(value: Any) -> str:
    """Return equal texts for values that nodes of the first version consider equal.

    1, 1.0 and "1" are equal, "a" and "A" are not.
    """
    number = to_number(value)
    if number is not None:
        return repr(float(number)) if abs(number) < 2**53 else repr(number)
    return (
        json.dumps(value, sort_keys=True, ensure_ascii=False, default=str)
        if isinstance(value, dict | list)
        else to_text(value)
    )


def in_order(items: Iterable[Any], value_of: Callable[[Any], Any], *, descending: bool) -> list[Any]:
    """Sort by a value: numbers before texts, texts as people do ("item 9" before "item 10"), nothing at the end."""
    keyed = [(value_of(item), item) for item in items]
    some = [pair for pair in keyed if not _is_nothing(pair[0])]
    some.sort(key=lambda pair: _sort_key(pair[0]), reverse=descending)
    return [item for _, item in some] + [item for value, item in keyed if _is_nothing(value)]


def _is_nothing(value: Any) -> bool:
    return value is None or value == ""


def _sort_key(value: Any) -> tuple[Any, ...]:
    number = to_number(value)
    if number is not None:
        return (0, number)
    text = to_text(value)[:_LONGEST_KEY].casefold()
    return (1, _DIGITS.sub(lambda digits: digits.group().zfill(_PLACES), text))
