"""Rows as JSON lines of raw column values, without field conversions.

So large values, ciphertexts and ordered JSON are preserved on either database.
"""

import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

from django.apps.registry import Apps
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.expressions import Col

_FETCHED = 20
"""Rows that are read at a time; of those with bytes, which may be a whole document, one."""
_WRITTEN = 500
PART_BYTES = 4 * 1024 * 1024
"""Bytes of lines per entry; a longer row is its own part."""


def stored_models(apps: Apps) -> list[type[models.Model]]:
    """Return every model that has rows of its own, those of relations too."""
    found = apps.get_models(include_auto_created=True, include_swapped=True)
    return [model for model in found if model._meta.managed and not model._meta.proxy and not model._meta.swapped]


def columns_of(model: type[models.Model]) -> list[str]:
    return [str(field.column) for field in model._meta.local_concrete_fields]


Part = tuple[bytes, int, list[list[Any]]]
"""Lines of JSON, how many they are, and their values."""


def parts_of(connection: BaseDatabaseWrapper, model: type[models.Model]) -> Iterator[Part]:
    lines, values, size = [], [], 0
    for row in _rows(connection, model):
        line = json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode()
        lines.append(line)
        values.append(row)
        size += len(line)
        if size >= PART_BYTES:
            yield b"\n".join(lines), len(lines), values
            lines, values, size = [], [], 0
    if lines:
        yield b"\n".join(lines), len(lines), values


def _rows(connection: BaseDatabaseWrapper, model: type[models.Model]) -> Iterator[list[Any]]:
    fields = model._meta.local_concrete_fields
    converters = [_from_column(connection, field) for field in fields]
    quote = connection.ops.quote_name
    columns = ", ".join(map(quote, columns_of(model)))
    with connection.chunked_cursor() as cursor:
        cursor.execute(f"SELECT {columns} FROM {quote(model._meta.db_table)}")  # noqa: S608  names of our own
        at_once = 1 if any(isinstance(field, models.BinaryField) for field in fields) else _FETCHED
        while rows := cursor.fetchmany(at_once):
            for row in rows:
                yield [convert(value) for convert, value in zip(converters, row, strict=True)]


def _from_column(connection: BaseDatabaseWrapper, field: Any) -> Callable[[Any], Any]:
    """Return how a value of this column becomes one of JSON."""
    expression = Col(field.model._meta.db_table, field)
    converters = connection.ops.get_db_converters(expression)

    def convert(value: Any) -> Any:
        for converter in converters:
            value = converter(value, expression, connection)
        return _plain(value)

    return convert


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, bytes | memoryview):
        return b64encode(value).decode()
    # Ids, and addresses of the network.
    return str(value)


def insert_rows(
    connection: BaseDatabaseWrapper, model: type[models.Model], columns: Sequence[str], lines: Iterator[bytes]
) -> int:
    """Insert the rows, and return their number. Raises KeyError for an unknown column."""
    fields = {field.column: field for field in model._meta.local_concrete_fields}
    converters = [_into_column(connection, fields[column]) for column in columns]
    quote = connection.ops.quote_name
    places = ", ".join(["%s"] * len(columns))
    statement = f"INSERT INTO {quote(model._meta.db_table)} ({', '.join(map(quote, columns))}) VALUES ({places})"  # noqa: S608  names of our own
    count = 0
    with connection.cursor() as cursor:
        for batch in _batches(lines):
            cursor.executemany(
                statement,
                [
                    [convert(value) for convert, value in zip(converters, json.loads(line), strict=True)]
                    for line in batch
                ],
            )
            count += len(batch)
    return count


def _batches(lines: Iterator[bytes]) -> Iterator[list[bytes]]:
    batch, size = [], 0
    for line in lines:
        batch.append(line)
        size += len(line)
        if len(batch) == _WRITTEN or size >= PART_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _into_column(connection: BaseDatabaseWrapper, field: Any) -> Callable[[Any], Any]:
    while field.is_relation:
        field = field.target_field
    ways: dict[type, Callable[[Any], Any]] = {
        models.BinaryField: b64decode,
        models.UUIDField: UUID if connection.features.has_native_uuid_field else lambda text: UUID(text).hex,
        models.DateTimeField: lambda text: connection.ops.adapt_datetimefield_value(datetime.fromisoformat(text)),
        models.DateField: lambda text: connection.ops.adapt_datefield_value(date.fromisoformat(text)),
        models.BooleanField: bool,
    }
    way = next((way for kind, way in ways.items() if isinstance(field, kind)), None)
    return lambda value: value if value is None or way is None else way(value)
