"""Reads rows without compiling queries, for reads of every request and tool call.

Compiling one SELECT costs ten times what running it does: 18 microseconds of processor time per row this way, 166 with
`objects.get` (medians of 15 turns in alternation, one process, SQLite). Use it only for reads that happen many times a
second; everything else is the ORM's.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache, partial
from typing import Any, Literal, TypeVar

import orjson
from django.db import connection, models

from tools.core.formats.json_text import parse_own_json
from tools.rows.writer import Shape, condition, conditions, names_of, table_of

M = TypeVar("M", bound=models.Model)
Lock = Literal["", "NO KEY UPDATE", "SHARE"]
"""Keeps others until the transaction ends from nothing, from locking and changing rows, or only from changing them."""


def read_row(model: type[M], **where: Any) -> M | None:
    """Return the row with these column values (attribute names such as `run_id`), or None."""
    found = read_values(model, row_names(model), where)
    return row_instance(model, found[0]) if found else None


def read_with(model: type[M], *related: str, **where: Any) -> M | None:
    """Return the row as `read_row` does, together with the rows that its foreign keys of these names refer to."""
    models_of = {name: _related(model, name) for name in related}
    names = row_names(model)
    joined = [f"{name}.{column}" for name, other in models_of.items() for column in row_names(other)]
    found = read_values(model, (*names, *joined), where)
    if not found:
        return None
    row, values = row_instance(model, found[0][: len(names)]), iter(found[0][len(names) :])
    for name, other in models_of.items():
        one = [next(values) for _ in row_names(other)]
        setattr(row, name, None if one[0] is None else row_instance(other, one))
    return row


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
    lock_of: str = "",
) -> list[tuple[Any, ...]]:
    """Return columns of matching rows in database form; `json_of` and `time_of` convert it.

    `json_of` and `time_of` read that form; texts and numbers are what they seem. `owner.is_active` is a column of the
    row that the foreign key `owner` refers to; a value for it is given in the database's own form, too.

    Args:
        where: values by column; None is a column that is empty, a tuple one of several values.
        lock: keeps the rows as they are until the caller's transaction ends; others may still refer to them.
        lock_of: the foreign key to the only rows that are locked; unless given, all rows that are read.
    """
    shape, values = conditions(model, where)
    with connection.cursor() as cursor:
        cursor.execute(_statement(model, names, shape, order_by, lock, lock_of), values)
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
def _statement(
    model: type[models.Model], names: tuple[str, ...], where: Shape, order_by: str, lock: Lock, lock_of: str
) -> str:
    asked = [name for name, _ in where]
    foreign = dict.fromkeys(key for name in (*names, *asked) if (key := name.rpartition(".")[0]))
    table = table_of(model) + "".join(_join(model, key) for key in foreign)
    quoted = partial(_quoted, model, is_joined=bool(foreign))
    which = f" WHERE {condition(quoted(asked), where)}" if where else ""
    order = f" ORDER BY {quoted((order_by,))[0]}" if order_by else ""
    # SQLite has one writer at a time, and no locks of rows.
    locked = f" FOR {lock}" if lock and connection.features.has_select_for_update else ""
    only = f" OF {connection.ops.quote_name(lock_of)}" if locked and lock_of else ""
    return f"SELECT {', '.join(quoted(names))} FROM {table}{which}{order}{locked}{only}"  # noqa: S608  names


def _quoted(model: type[models.Model], names: Sequence[str], *, is_joined: bool) -> list[str]:
    """Return the quoted names of columns, with those of their tables when there are several."""
    found = []
    for name in names:
        key, _, column = name.rpartition(".")
        source = f"{connection.ops.quote_name(key) if key else table_of(model)}." if is_joined else ""
        found += [source + one for one in names_of(_related(model, key) if key else model, (column,))]
    return found


def _join(model: type[models.Model], key: str) -> str:
    """Return the clause that adds the row of a foreign key, which is empty where the key is."""
    field: Any = model._meta.get_field(key)
    other, alias = _related(model, key), connection.ops.quote_name(key)
    column, target = connection.ops.quote_name(field.column), connection.ops.quote_name(field.target_field.column)
    kind = "LEFT JOIN" if field.null else "JOIN"
    return f" {kind} {table_of(other)} AS {alias} ON {alias}.{target} = {table_of(model)}.{column}"


def _related(model: type[models.Model], key: str) -> type[models.Model]:
    other: Any = model._meta.get_field(key).related_model
    return other  # type: ignore[no-any-return]


@cache
def row_names(model: type[models.Model]) -> tuple[str, ...]:
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
