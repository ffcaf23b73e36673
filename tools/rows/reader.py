"""Reads rows without building and compiling a query: for what stands before every request and every step.

Compiling one SELECT costs several times what running it does.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any, TypeVar
from uuid import UUID

import orjson
from django.db import connection, models

from tools.rows.writer import columns_of, db_uuid, table_of

M = TypeVar("M", bound=models.Model)


def read_row(model: type[M], **conditions: Any) -> M | None:
    """Return the row whose fields (attribute names such as `run_id`) have these values, or None."""
    found = _select(_statement(model, row_names(model), tuple(conditions)), conditions.values())
    return row_instance(model, found[0]) if found else None


def lock_row(model: type[M], **conditions: Any) -> M | None:
    """Return a row like `read_row`, locked until the transaction ends; one of SQLite's locks everything anyway."""
    lock = " FOR UPDATE" if connection.features.has_select_for_update else ""
    found = _select(_statement(model, row_names(model), tuple(conditions)) + lock, conditions.values())
    return row_instance(model, found[0]) if found else None


def read_rows(model: type[M], *, order_by: str) -> list[M]:
    """Return all rows of a small table."""
    return [row_instance(model, values) for values in _select(_statement(model, row_names(model), (), order_by), ())]


def read_values(
    model: type[models.Model],
    fields: tuple[str, ...],
    conditions: tuple[str, ...],
    expected: Sequence[Any],
    *,
    order_by: str = "",
) -> list[tuple[Any, ...]]:
    """Return `fields` of all rows whose `conditions` have the `expected` values, in the database's own form.

    `json_of` and `time_of` read that form; texts and numbers are what they seem.
    """
    return _select(_statement(model, fields, conditions, order_by), expected)


def read_values_among(
    model: type[models.Model],
    fields: tuple[str, ...],
    conditions: tuple[str, ...],
    expected: Sequence[Any],
    among: str,
    wanted: Sequence[Any],
    *,
    locked: bool = False,
) -> list[tuple[Any, ...]]:
    """Return values like `read_values`, of the rows whose field `among` has one of the values `wanted`.

    Args:
        locked: nobody else changes them until the transaction ends. They are locked in one order, so that two who lock
            the same rows never wait for each other.
    """
    places, column = ", ".join(["%s"] * len(wanted)), columns_of(model, (among,))[0]
    statement = f"{_statement(model, fields, conditions)} AND {column} IN ({places})"
    if locked and connection.features.has_select_for_update:
        statement += f" ORDER BY {column} FOR NO KEY UPDATE"
    return _select(statement, [*expected, *wanted])


def json_of(stored: str | None) -> Any:
    """Return what a JSON column holds."""
    return None if stored is None else orjson.loads(stored)


def json_as_stored(stored: str | None) -> orjson.Fragment | None:
    """Return what a JSON column holds for writing it out again, unread."""
    return None if stored is None else orjson.Fragment(stored)


def time_of(stored: datetime | None) -> datetime | None:
    """Return the moment that a time column holds; SQLite's are in UTC without saying so."""
    return stored.replace(tzinfo=UTC) if stored is not None and stored.tzinfo is None else stored


def row_instance(model: type[M], row: tuple[Any, ...]) -> M:
    """Return the row that a statement gave back, a value for each of `row_names`."""
    values = list(row)
    for position, convert in _converters(model):
        values[position] = convert(values[position])
    return model.from_db(connection.alias, row_names(model), values)


def _select(statement: str, expected: Iterable[Any]) -> list[tuple[Any, ...]]:
    values = [db_uuid(value) if isinstance(value, UUID) else value for value in expected]
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        found: list[tuple[Any, ...]] = cursor.fetchall()
    return found


@cache
def _statement(
    model: type[models.Model], fields: tuple[str, ...], conditions: tuple[str, ...], order_by: str = ""
) -> str:
    which = " AND ".join(f"{column} = %s" for column in columns_of(model, conditions)) or "1 = 1"
    order = f" ORDER BY {columns_of(model, (order_by,))[0]}" if order_by else ""
    return f"SELECT {', '.join(columns_of(model, fields))} FROM {table_of(model)} WHERE {which}{order}"  # noqa: S608  names


@cache
def row_names(model: type[models.Model]) -> tuple[str, ...]:
    """Return the attribute names of all fields that a row has."""
    return tuple(field.attname for field in model._meta.concrete_fields)


@cache
def _converters(model: type[models.Model]) -> Sequence[tuple[int, Callable[[Any], Any]]]:
    """Return what must be done to a value, by position; most need nothing."""
    found = []
    for position, field in enumerate(model._meta.concrete_fields):
        column = field.get_col(model._meta.db_table)
        steps = [*connection.ops.get_db_converters(column), *column.get_db_converters(connection)]
        found += [(position, _bound(step, column)) for step in steps]
    return found


def _bound(step: Callable[[Any, Any, Any], Any], column: Any) -> Callable[[Any], Any]:
    return lambda value: step(value, column, connection)
