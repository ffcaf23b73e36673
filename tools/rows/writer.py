"""Writes rows without building and compiling: for the few statements that every run needs.

The step that ends a chain of fifty nodes writes some hundred and fifty rows; through `bulk_create` that costs more than
everything else in it, and compiling one UPDATE costs more than running it. Values must be in the database's own form,
which the `db_*` functions give.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache, lru_cache
from itertools import chain
from typing import Any
from uuid import UUID

import orjson
from django.db import connection, models

# One statement for many rows: `executemany` gives other threads a turn after each row, while the write lock is held.
_ROWS_PER_STATEMENT = 200


def insert_rows(model: type[models.Model], fields: tuple[str, ...], rows: Sequence[tuple[Any, ...]]) -> None:
    """Insert `rows`, each with a value for each of `fields` (attribute names such as `run_id`)."""
    for batch in _batches(rows):
        with connection.cursor() as cursor:
            cursor.execute(*_insertion(model, fields, batch))


def insert_rows_returning(
    model: type[models.Model],
    fields: tuple[str, ...],
    rows: Sequence[tuple[Any, ...]],
    returning: tuple[str, ...],
) -> list[tuple[Any, ...]]:
    """Insert like `insert_rows` and return the fields `returning` of all new rows, in no certain order."""
    found: list[tuple[Any, ...]] = []
    for batch in _batches(rows):
        with connection.cursor() as cursor:
            cursor.execute(*_insertion(model, fields, batch, returning))
            found += cursor.fetchall()
    return found


def insert_row(model: type[models.Model], values: Mapping[str, Any]) -> int:
    """Insert a row with these values, by attribute name, and return its key: a number, which the database gives."""
    return int(insert_rows_returning(model, tuple(values), [tuple(db_values(model, values))], ("id",))[0][0])


def db_values(model: type[models.Model], values: Mapping[str, Any]) -> list[Any]:
    """Return values of fields (by attribute name) in the database's own form."""
    fields = _forms(model)
    return [
        value if value is None or type(value) is fields[name][0] else fields[name][1](value)
        for name, value in values.items()
    ]


@cache
def _forms(model: type[models.Model]) -> Mapping[str, tuple[type | None, Callable[[Any], Any]]]:
    """Return, by field, the type that goes to the database as it is, and what makes the database's form of others.

    Most values are of that type; the field would ask half a dozen functions and return what it was given.
    """
    return {name: (_own_type(field), _form_of(field)) for name, field in _fields(model).items()}


def _own_type(field: Any) -> type | None:
    target = getattr(field, "target_field", field)
    kinds = {models.CharField: str, models.TextField: str, models.IntegerField: int, models.BooleanField: bool}
    return next((own for kind, own in kinds.items() if isinstance(target, kind)), None)


def _form_of(field: Any) -> Callable[[Any], Any]:
    if isinstance(field, models.JSONField):
        return db_json_or_null
    if isinstance(field, models.DateTimeField):
        return db_time
    return lambda value: field.get_db_prep_save(value, connection)


@cache
def _fields(model: type[models.Model]) -> Mapping[str, Any]:
    return {field.attname: field for field in model._meta.concrete_fields}


def update_row(
    model: type[models.Model],
    fields: tuple[str, ...],
    values: Sequence[Any],
    conditions: tuple[str, ...],
    expected: Sequence[Any],
    *,
    unset: tuple[str, ...] = (),
) -> bool:
    """Set `fields` of the row whose `conditions` have the `expected` values; False when there is no such row.

    Args:
        unset: fields that must be null.
    """
    with connection.cursor() as cursor:
        cursor.execute(_update_statement(model, fields, conditions, unset), (*values, *expected))
        return bool(cursor.rowcount)


def _batches(rows: Sequence[tuple[Any, ...]]) -> Iterator[Sequence[tuple[Any, ...]]]:
    return (rows[start : start + _ROWS_PER_STATEMENT] for start in range(0, len(rows), _ROWS_PER_STATEMENT))


def _insertion(
    model: type[models.Model],
    fields: tuple[str, ...],
    rows: Sequence[tuple[Any, ...]],
    returning: tuple[str, ...] = (),
) -> tuple[str, list[Any]]:
    """Return the statement that inserts the rows, and its values."""
    if is_postgresql():
        return insert_from_json(model, fields, returning), [json_rows(model, fields, rows)]
    return _insert_statement(model, fields, len(rows), returning), list(chain.from_iterable(rows))


@cache
def is_postgresql() -> bool:
    """Tell whether the database is PostgreSQL, not SQLite; asked many times by each step."""
    return connection.vendor == "postgresql"


@cache
def _insert_statement(model: type[models.Model], fields: tuple[str, ...], rows: int, returning: tuple[str, ...]) -> str:
    columns = ", ".join(columns_of(model, fields))
    places = ", ".join(["%s"] * len(fields))
    every = ", ".join([f"({places})"] * rows)
    return f"INSERT INTO {table_of(model)} ({columns}) VALUES {every}{_returned(model, returning)}"  # noqa: S608  names


@cache
def insert_from_json(
    model: type[models.Model], fields: tuple[str, ...], returning: tuple[str, ...] = (), beside: str = "", **values: str
) -> str:
    """Return PostgreSQL's statement that takes rows from one JSON array, the text of `json_rows`.

    Binding some hundred values one by one costs more than all else about them. It is also the same statement for any
    number of rows, so that the server keeps its plan.

    Args:
        beside: another table of the same statement; nothing is inserted when it is empty.
        values: expressions for fields that are not simply `given`.
    """
    columns = columns_of(model, fields)
    known = dict(zip(fields, columns, strict=True))
    chosen = [values.get(name, f"given.{column}") for name, column in known.items()]
    typed = [f"{column} {_fields(model)[name].db_type(connection)}" for name, column in known.items()]
    source = f"json_to_recordset(%s) AS given({', '.join(typed)})"
    return (
        f"INSERT INTO {table_of(model)} ({', '.join(columns)}) "  # noqa: S608  names, no values
        f"SELECT {', '.join(chosen)} FROM {f'{beside}, ' if beside else ''}{source}{_returned(model, returning)}"
    )


def _returned(model: type[models.Model], fields: tuple[str, ...]) -> str:
    return f" RETURNING {', '.join(columns_of(model, fields))}" if fields else ""


def json_rows(model: type[models.Model], fields: tuple[str, ...], rows: Sequence[tuple[Any, ...]]) -> str:
    """Return rows as one JSON array, for `insert_from_json`."""
    columns = _json_columns(model, fields)
    found = [
        {
            column: orjson.Fragment(value) if is_json and value is not None else value
            for (column, is_json), value in zip(columns, row, strict=True)
        }
        for row in rows
    ]
    return orjson.dumps(found).decode()


@cache
def _json_columns(model: type[models.Model], fields: tuple[str, ...]) -> list[tuple[str, bool]]:
    """Return the name of each column, and whether its values are JSON already."""
    known = [_fields(model)[name] for name in fields]
    return [(str(field.column), field.db_type(connection) == "jsonb") for field in known]


@cache
def _update_statement(
    model: type[models.Model], fields: tuple[str, ...], conditions: tuple[str, ...], unset: tuple[str, ...]
) -> str:
    changes = ", ".join(f"{column} = %s" for column in columns_of(model, fields))
    which = " AND ".join(
        [
            *(f"{column} = %s" for column in columns_of(model, conditions)),
            *(f"{column} IS NULL" for column in columns_of(model, unset)),
        ]
    )
    return f"UPDATE {table_of(model)} SET {changes} WHERE {which}"  # noqa: S608  names, no values


def table_of(model: type[models.Model]) -> str:
    """Return the quoted name of the model's table."""
    return connection.ops.quote_name(model._meta.db_table)


def columns_of(model: type[models.Model], fields: tuple[str, ...]) -> list[str]:
    """Return the quoted column names of `fields` (attribute names such as `run_id`)."""
    known = _fields(model)
    return [connection.ops.quote_name(str(known[name].column)) for name in fields]


def db_json(value: Any) -> str:
    """Return JSON text; NaN and infinities become null, and NUL characters go, which PostgreSQL cannot store."""
    try:
        text = orjson.dumps(value).decode()
    except TypeError:  # integers beyond 64 bits, lone surrogates
        text = json.dumps(value, separators=(",", ":"))
    return db_json(_without_nul(value)) if "\\u0000" in text and _without_nul(value) != value else text


def _without_nul(value: Any) -> Any:
    match value:
        case str():
            return value.replace("\0", "")
        case dict():
            return {_without_nul(key): _without_nul(item) for key, item in value.items()}
        case list() | tuple():
            return [_without_nul(item) for item in value]
        case _:
            return value


def db_json_or_null(value: Any) -> str | None:
    return None if value is None else db_json(value)


@lru_cache(maxsize=256)
def db_uuid(value: UUID) -> Any:
    """Return a key as columns hold it; a step writes that of its run many times."""
    return value if connection.features.has_native_uuid_field else value.hex


@lru_cache(maxsize=64)
def db_time(value: datetime | None) -> Any:
    """Return a moment as columns hold it; a step writes the same one many times."""
    return value if value is None or is_postgresql() else str(value.astimezone(UTC).replace(tzinfo=None))
