"""Insert many rows without building model objects.

The step that ends a chain of fifty nodes writes some hundred and fifty rows; through `bulk_create` that costs more than
everything else in it. Values must be in the database's own form, which the `db_*` functions give.
"""

import json
from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import Any
from uuid import UUID

import orjson
from django.db import connection, models


def insert_rows(model: type[models.Model], fields: tuple[str, ...], rows: Sequence[tuple[Any, ...]]) -> None:
    """Insert `rows`, each with a value for each of `fields` (attribute names such as `run_id`)."""
    if rows:
        with connection.cursor() as cursor:
            cursor.executemany(_statement(model, fields), rows)


@cache
def _statement(model: type[models.Model], fields: tuple[str, ...]) -> str:
    quote = connection.ops.quote_name
    attributes = {field.attname: str(field.column) for field in model._meta.concrete_fields}
    columns = ", ".join(quote(attributes[name]) for name in fields)
    places = ", ".join(["%s"] * len(fields))
    return f"INSERT INTO {quote(model._meta.db_table)} ({columns}) VALUES ({places})"  # noqa: S608  names, no values


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


def db_uuid(value: UUID) -> Any:
    return value if connection.features.has_native_uuid_field else value.hex


def db_time(value: datetime | None) -> Any:
    return connection.ops.adapt_datetimefield_value(value)
