"""Reads column values as Python types where these hold the value, else as the database's text. No framework.

PostgreSQL dates that are infinite or before Christ are always text. Values that Python holds only in another form (an
interval of a month, bytes, a number in JSON) are exact with `exact`.

Source:
    PostgreSQL: chapter 8, data types, and `DateStyle`, `IntervalStyle`, `bytea_output`, `extra_float_digits`.
    MySQL: chapter 11, data types; PyMySQL's `converters`.
"""

import json
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

import psycopg
from psycopg.abc import AdaptContext, Buffer
from psycopg.adapt import Loader
from psycopg.pq import Format
from psycopg.types.json import set_json_loads
from psycopg.types.string import TextLoader
from pymysql.constants import FIELD_TYPE
from pymysql.converters import conversions, through

from tools.core.formats.json_text import MAX_DEPTH, is_deeper

_TIMES = ("date", "time", "timetz", "timestamp", "timestamptz")
_RANGES = tuple(
    f"{kind}{form}" for kind in ("int4", "int8", "num", "date", "ts", "tstz") for form in ("range", "multirange")
)
_AS_WRITTEN = ("interval", "inet", "cidr", *_RANGES)
POSTGRESQL_SETTINGS: Mapping[str, str] = {
    "datestyle": "ISO",
    "intervalstyle": "postgres",
    "bytea_output": "hex",
    "extra_float_digits": "3",
}
"""Session settings for exact output, whatever the database's defaults."""


def read_postgresql(raw: "psycopg.Connection[Any]", *, exact: bool) -> None:
    """Set how a connection reads columns, and their arrays."""
    for name in (*_TIMES, "interval"):
        raw.adapters.register_loader(name, _TimeLoader)
    if exact:
        for name in _AS_WRITTEN:
            raw.adapters.register_loader(name, TextLoader)
        set_json_loads(_json, raw)


class _TimeLoader(Loader):
    """Reads a moment or an interval, or the text of one that Python has no form for."""

    def __init__(self, oid: int, context: AdaptContext | None = None) -> None:
        super().__init__(oid, context)
        usual = psycopg.adapters.get_loader(oid, Format.TEXT)
        self._loader = usual(oid, context) if usual else None

    def load(self, data: Buffer) -> Any:
        written = bytes(data)
        try:
            return self._loader.load(written) if self._loader else written.decode()
        except (psycopg.DataError, NotImplementedError):
            return written.decode()


def _json(written: str | bytes) -> Any:
    """Return a value of JSON with its decimals as they are written; the text where a name in it has two values."""
    text = written if isinstance(written, str) else written.decode()
    try:
        found = json.loads(text, parse_float=Decimal, object_pairs_hook=_object)
    except (ValueError, RecursionError):
        return text
    return text if is_deeper(found, MAX_DEPTH) else found


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError
    return found


def mysql_conversions(*, exact: bool) -> dict[Any, Callable[..., Any]]:
    """Return PyMySQL's conversions; exactly, a TIME is the text that MySQL has (`-838:59:59`), and BIT is a number."""
    usual: dict[Any, Callable[..., Any]] = dict(conversions)
    return {**usual, FIELD_TYPE.TIME: through, FIELD_TYPE.BIT: int.from_bytes} if exact else usual


def sqlite_text(written: bytes) -> str | bytes:
    """Return a text of SQLite, which may be any bytes."""
    try:
        return written.decode()
    except UnicodeDecodeError:
        return written
