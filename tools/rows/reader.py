"""Reads rows without compiling queries, for reads of every request and tool call.

Compiling one SELECT costs ten times what running it does: 18 microseconds of processor time per row this way, 166 with
`objects.get` (medians of 15 turns in alternation, one process, SQLite). Use it only for reads that happen many times a
second; everything else is the ORM's.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any, Literal, TypeVar

import orjson
from django.db import connection, models

from tools.core.json_text import parse_own_json
from tools.rows.writer import Shape, condition, conditions, names_of, table_of

M = TypeVar("M", bound=models.Model)
Lock = Literal["", "NO KEY UPDATE", "SHARE"]
"""Keeps others until the transaction ends from nothing, from locking and changing rows, or only from changing them."""


def read_row(model: type[M], **where: Any) -> M | None:
    """Return the row with these column values (attribute names such as `run_id`), or None."""
    found = read_values(model, row_names(model), where)
    return row_instance(model, found[0]) if found else None


def read_rows(model: type[M], *, order_by: str) -> list[M]:
    """Return all rows of a small table."""
    return [row_instance(model, values) for values in read_values(model, row_names(model), {}, order_by=order_by)]


def read_values(
    model: type[models.Model],
    names: tuple[str, ...],
    where: Mapping[str, Any],
    *,
    order_by: str = "",
    lock: Lock = "",
) -> list[tuple[Any, ...]]:
    """Return columns of matching rows in database form; `json_of` and `time_of` convert it.

    `where` maps columns to values; None matches NULL, a tuple any of its values. `lock` locks the rows until the
    transaction ends; references stay possible.
    """
    shape, values = conditions(model, where)
    with connection.cursor() as cursor:
        cursor.execute(_statement(model, names, shape, order_by, lock), values)
        found: list[tuple[Any, ...]] = cursor.fetchall()
    return found


def json_of(stored: str | None) -> Any:
    """Return what a JSON column holds."""
    return None if stored is None else parse_own_json(stored)


def json_as_stored(stored: str | None) -> orjson.Fragment | None:
    """Return what a JSON column holds for writing it out again, unread."""
    return None if stored is None else orjson.Fragment(stored)


def time_of(stored: datetime) -> datetime:
    """Return the moment that a time column holds; SQLite's are in UTC without saying so."""
    return stored if stored.tzinfo else stored.replace(tzinfo=UTC)


def time_or_none(stored: datetime | None) -> datetime | None:
    """Return the moment that a time column holds, None for an empty one."""
    return None if stored is None else time_of(stored)


def row_instance(model: type[M], row: Sequence[Any]) -> M:
    """Return the row that a statement gave back, a value for each of `row_names`."""
    values = list(row)
    for position, convert in _converters(model):
        values[position] = convert(values[position])
    return model.from_db(connection.alias, row_names(model), values)


@cache
def _statement(model: type[models.Model], names: tuple[str, ...], where: Shape, order_by: str, lock: Lock) -> str:
    which = f" WHERE {condition(model, where)}" if where else ""
    order = f" ORDER BY {names_of(model, (order_by,))[0]}" if order_by else ""
    # SQLite has one writer at a time, and no locks of rows.
    locked = f" FOR {lock}" if lock and connection.features.has_select_for_update else ""
    return f"SELECT {', '.join(names_of(model, names))} FROM {table_of(model)}{which}{order}{locked}"  # noqa: S608  names


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
