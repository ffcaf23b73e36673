"""Rows of a database as JSON, within a limit. Pure."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

from tools.core.definitions import JsonObject
from tools.core.json_text import write_json

MAX_RESULT_BYTES = 1024 * 1024
_LARGEST_INTEGER = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Rows:
    """What was read; `is_cut` when there was more."""

    columns: list[str]
    rows: list[JsonObject]
    is_cut: bool


def read_rows(columns: Sequence[str], found: Iterable[Sequence[Any]], max_rows: int) -> Rows:
    """Read up to max_rows rows of a megabyte together; of columns that share a name the second becomes `name_2`."""
    names = _distinct(columns)
    rows: list[JsonObject] = []
    size = 0
    for row in found:
        plain = {name: as_json(value) for name, value in zip(names, row, strict=True)}
        size += len(write_json(plain))
        if len(rows) == max_rows or size > MAX_RESULT_BYTES:
            return Rows(names, rows, is_cut=True)
        rows.append(plain)
    return Rows(names, rows, is_cut=False)


def as_json(value: Any) -> Any:
    """Return a value of a column as JSON; numbers stay exact, what JSON has no form for becomes text."""
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, int):
        return value if abs(value) <= _LARGEST_INTEGER else str(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Decimal):
        return _number(value)
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, bytes | bytearray | memoryview):
        return f"<{len(bytes(value))} bytes>"
    if isinstance(value, Mapping):
        return {str(key): as_json(inner) for key, inner in value.items()}
    if isinstance(value, Sequence):
        return [as_json(inner) for inner in value]
    return str(value)


def _number(value: Decimal) -> int | float | str | None:
    if not value.is_finite():
        return None
    if value == value.to_integral_value() and abs(value) <= _LARGEST_INTEGER:
        return int(value)
    short = float(value)
    return short if math.isfinite(short) and Decimal(repr(short)) == value else str(value)


def _distinct(columns: Sequence[str]) -> list[str]:
    seen: Counter[str] = Counter()
    names = []
    for column in columns:
        seen[column] += 1
        names.append(column if seen[column] == 1 else f"{column}_{seen[column]}")
    return names
