"""Database rows as JSON, within a limit. Pure.

A value is exact or refused: numbers stay numbers where JSON can express them, the rest is the database's text.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

from tools.core.definitions import JsonObject
from tools.core.errors import ToolArgumentsError
from tools.core.formats.json_text import MAX_DIGITS, NOT_JSON, json_refusal, write_json
from tools.core.text import Text

MAX_RESULT_BYTES = 1024 * 1024
_UNREADABLE = Text("The column “{column}” cannot be read: {problem} Leave it out, or select it in another form.")
_TOO_LONG = Text("The first row is longer than 1 MB. Select fewer columns, or parts of the long ones.")


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows read; `is_cut` if there were more."""

    columns: list[str]
    rows: list[JsonObject]
    is_cut: bool


def read_rows(columns: Sequence[str], found: Iterable[Sequence[Any]], max_rows: int, *, exact: bool = True) -> Rows:
    """Read up to `max_rows` rows of a megabyte in total; a repeated column becomes `name_2`.

    `exact` as in `as_json`. Raises ToolArgumentsError if a value has no JSON form, or not even one row fits.
    """
    names = _distinct(columns)
    rows: list[JsonObject] = []
    size = 0
    for row in found:
        plain = {name: as_json(value, exact=exact) for name, value in zip(names, row, strict=True)}
        size += _size(plain)
        if len(rows) == max_rows or size > MAX_RESULT_BYTES:
            if exact and not rows:
                raise ToolArgumentsError(_TOO_LONG)
            return Rows(names, rows, is_cut=True)
        rows.append(plain)
    return Rows(names, rows, is_cut=False)


def as_json(value: Any, *, exact: bool = True) -> Any:
    """Return a column value as JSON.

    Tools from before this choice use `exact=False`: null for NaN and infinities, the length in place of bytes, text for
    integers beyond 64 bits.
    """
    match value:
        case None | bool() | str():
            return value
        case int():
            return value if _is_kept(value, exact=exact) else str(value)
        case float() if math.isfinite(value):
            return value
        case float():
            return _number(Decimal(value), exact=exact)
        case Decimal():
            return _number(value, exact=exact)
        case datetime() | date() | time():
            return value.isoformat()
        case bytes() | bytearray() | memoryview():
            plain = bytes(value)
            # As PostgreSQL writes bytes.
            return f"\\x{plain.hex()}" if exact else f"<{len(plain)} bytes>"
        case Mapping():
            return {str(key): as_json(inner, exact=exact) for key, inner in value.items()}
        case Sequence():
            return [as_json(inner, exact=exact) for inner in value]
        case _:
            return str(value)


def _is_kept(value: int | Decimal, *, exact: bool) -> bool:
    limit = 10**MAX_DIGITS if exact else 2**63
    return -limit < value < limit


def _number(value: Decimal, *, exact: bool) -> int | float | str | None:
    """Return a number if it holds all digits, else text."""
    if not value.is_finite():
        return str(value) if exact else None
    if _is_kept(value, exact=exact) and value == value.to_integral_value():
        return int(value)
    short = float(value)
    return short if math.isfinite(short) and Decimal(repr(short)) == value else str(value)


def _size(row: JsonObject) -> int:
    try:
        return len(write_json(row))
    except TypeError:
        column, problem = next(
            ((name, found) for name, value in row.items() if (found := json_refusal(value)) is not None),
            ("?", NOT_JSON),
        )
        raise ToolArgumentsError(_UNREADABLE.filled(column=column, problem=problem)) from None


def _distinct(columns: Sequence[str]) -> list[str]:
    seen: Counter[str] = Counter()
    names = []
    for column in columns:
        seen[column] += 1
        names.append(column if seen[column] == 1 else f"{column}_{seen[column]}")
    return names
