"""Runs one statement over its own connection. No framework.

Imported with the first query, since it loads SQLAlchemy and the drivers.
"""

import math
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from functools import partial
from typing import Any

from sqlalchemy import Connection, CursorResult, create_engine
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from tools.core.concurrency.cancellation import CancelScope
from tools.core.definitions import JsonObject
from tools.core.errors import ToolArgumentsError
from tools.core.formats.json_text import MAX_DIGITS, NOT_JSON, json_refusal, write_json
from tools.core.text import Text
from tools.executors.contract.executor import Invocation
from tools.executors.database.binding import BoundStatement
from tools.executors.database.connections import DRIVERS, Driver, Target
from tools.executors.database.failures import DRIVER_ERRORS, database_error
from tools.executors.database.settings import DatabaseQueryConfig, DatabaseWriteConfig

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


_BATCH = 100
_MARGIN_S = 1.0
"""So that the database's own time limit speaks before ours."""
_STOP_AGAIN_S = 0.1
_MAX_STOPS = 50
_TOO_MANY = Text(
    "The statement would change {changed:,} rows, but at most {most:,} are allowed. Nothing was changed.",
    changed=0,
    most=0,
)
_NOT_EXACT = Text(
    "A value does not fit its column, so the database would store another one: {words}. Nothing was changed. "
    "Round or convert it in the statement.",
    words="",
)


def read_database(config: DatabaseQueryConfig, statement: BoundStatement, invocation: Invocation) -> Rows:
    """Run the statement and return at most `config.max_rows` rows.

    Raises ToolError if the database is unreachable or refuses, or a value cannot be read.
    """
    with _transaction(config, invocation) as connection:
        options = {"stream_results": True, "max_row_buffer": _BATCH}
        with connection.execute(statement.clause(), dict(statement.values), execution_options=options) as result:
            return read_rows(list(result.keys()), result, config.max_rows, exact=config.exact_values)


@dataclass(frozen=True, slots=True)
class StatementOutcome:
    """Changes and returned rows of a statement."""

    changed: int | None
    """Changed rows; None if the database does not report them, as for procedures."""
    rows: Rows


def write_database(config: DatabaseWriteConfig, statement: BoundStatement, invocation: Invocation) -> StatementOutcome:
    """Run the statement and commit it. On errors nothing is changed.

    Raises:
        ToolArgumentsError: more than `config.max_changed` rows, or a value that would be stored otherwise than given.
        ToolError: the database is unreachable or refuses, or a value cannot be read.
    """
    with _transaction(config, invocation) as connection:
        with connection.execute(statement.clause(), dict(statement.values)) as result:
            names, found = (list(result.keys()), result) if result.returns_rows else ([], ())
            rows = read_rows(names, found, config.max_rows, exact=config.exact_values)
            changed = _changed(statement, result, rows)
        refusal = _too_many(changed, config.max_changed)
        # A procedure may have committed by itself.
        if refusal is None and changed is not None and config.exact_values:
            refusal = _not_exact(DRIVERS[config.engine].changed_values(connection))
        if refusal is not None:
            connection.rollback()
            raise ToolArgumentsError(refusal)
        connection.commit()
        return StatementOutcome(changed, rows)


def _too_many(changed: int | None, most: int) -> Text | None:
    return None if changed is None or changed <= most else _TOO_MANY.filled(changed=changed, most=most)


def _not_exact(words: str | None) -> Text | None:
    return None if words is None else _NOT_EXACT.filled(words=words)


@contextmanager
def _transaction(config: DatabaseQueryConfig, invocation: Invocation) -> Iterator[Connection]:
    """Begin the transaction allowed by the settings, with a time limit; writers commit it."""
    timeout_s = max(0.1, min(config.timeout / 1000, invocation.timeout_s - _MARGIN_S))
    driver = DRIVERS[config.engine]
    target = _target(config, invocation, timeout_s)
    try:
        with _connected(driver, config, target, invocation.cancel) as (raw, connection):
            driver.begin(raw, connection, config, target)
            yield connection
    except (SQLAlchemyError, OSError, UnicodeError, OverflowError, *DRIVER_ERRORS) as error:
        raise database_error(error) from error


def _changed(statement: BoundStatement, result: CursorResult[Any], rows: Rows) -> int | None:
    """Count the rows; what is left of those that come back is read for it, since MariaDB has no other count of them."""
    if statement.text[:4].lower() == "call":
        return None
    if result.returns_rows:
        return len(rows.rows) + rows.is_cut + sum(1 for _ in result)
    return result.rowcount


def _target(config: DatabaseQueryConfig, invocation: Invocation, timeout_s: float) -> Target:
    if config.engine == "sqlite":
        runtime = invocation.runtime
        folder = runtime.writable_database_files if config.writes else runtime.database_files
        return Target((), folder, timeout_s, config.writes)
    addresses = invocation.runtime.outbound.addresses(config.engine, config.host, config.used_port)
    return Target(addresses, None, timeout_s, config.writes)


@contextmanager
def _connected(
    driver: Driver, config: DatabaseQueryConfig, target: Target, cancel: CancelScope
) -> Iterator[tuple[Any, Connection]]:
    """Open a connection for one statement; it is broken off when it is cancelled or the time is up, and never kept."""
    raw = driver.connect(config, target)
    engine = create_engine(f"{driver.dialect}://", creator=lambda: raw, poolclass=NullPool, hide_parameters=True)
    over = threading.Event()
    stop = partial(_stop, over, driver, raw, config, target)
    clock = threading.Timer(target.timeout_s + _MARGIN_S / 2, stop)
    clock.daemon = True
    clock.start()
    try:
        with cancel.closing(stop):
            try:
                with engine.connect() as connection:
                    yield raw, connection
            finally:
                over.set()
    finally:
        clock.cancel()
        with suppress(*DRIVER_ERRORS):
            raw.close()


def _stop(over: threading.Event, driver: Driver, raw: Any, config: DatabaseQueryConfig, target: Target) -> None:
    """Interrupt until the work is over: what meets the connection between two statements does not stop the next."""
    for _ in range(_MAX_STOPS):
        with suppress(OSError, *DRIVER_ERRORS):
            driver.stop(raw, config, target)
        if over.wait(_STOP_AGAIN_S):
            return
