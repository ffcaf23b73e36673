"""Writes of rows by people: one by one in the grid, and many from a file."""

import csv
import io
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.core.files.base import File
from django.db import transaction

from tools.adapters.table_rows import LockedTable, rows_delete, rows_insert, rows_update
from tools.core.definitions import JsonObject
from tools.core.errors import ToolArgumentsError
from tools.core.formats.csv_lines import csv_lines, without_guard
from tools.core.registered.tables import RowQuery
from tools.core.table_columns import ROW_FIELDS, TableColumn
from tools.core.text import Text, listed
from tools.models import DataTable
from tools.selectors.data_rows import data_rows, row_json
from tools.services.uploads import upload_count, upload_refused

MAX_FILE_BYTES = 20 * 1024**2
_BATCH = 500
_TOO_LARGE = Text("It is larger than {max_mb} MB. Split it.", max_mb=MAX_FILE_BYTES // 1024**2)
_NO_TEXT = Text("It is not UTF-8 text. Save it as “CSV UTF-8”.")
_NO_CSV = Text("Line {line} is not CSV: it holds an unclosed quote or a very long field.")
_NO_COLUMN = Text("The table has no column “{name}”. Its columns: {known}.")
_TWICE = Text("It has the column “{name}” twice. Remove or rename one.")
_TOO_WIDE = Text("it has more values than there are columns. Put a value with a comma in quotes.")
_WRONG_LINE = Text("Line {line}, {problem}")


@transaction.atomic
def data_rows_insert(*, table_id: UUID, rows: Sequence[Mapping[str, Any]]) -> list[JsonObject]:
    """Add rows and return them. Raises ToolArgumentsError (see `rows_insert`)."""
    table = LockedTable.lock(table_id)
    return [table.shown(row) for row in rows_insert(table, rows)]


@transaction.atomic
def data_rows_update(*, table_id: UUID, changes: Mapping[int, Mapping[str, Any]]) -> list[JsonObject]:
    """Change cells of rows by id, and return the rows. Raises ToolError (see `rows_update`)."""
    table = LockedTable.lock(table_id)
    return [table.shown(row) for row in rows_update(table, changes)]


@transaction.atomic
def data_rows_delete(*, table_id: UUID, ids: Collection[int]) -> int:
    """Delete rows and return how many there were."""
    return rows_delete(LockedTable.lock(table_id), ids)


def data_rows_csv(table: DataTable, query: RowQuery) -> Iterator[str]:
    """Yield a table as CSV: the keys of its columns, then the rows that fit."""
    columns = table.typed_columns()
    names = [column.key for column in columns]
    rows = (row_json(row, columns) for row in data_rows(table, query).iterator(chunk_size=_BATCH))
    return csv_lines(["id", *names], ([row["id"], *(row[name] for name in names)] for row in rows))


@transaction.atomic
def data_rows_import(*, table_id: UUID, user: User, upload: "File[bytes]") -> int:
    """Import a CSV file's rows, all or none, and return their number.

    The first line names columns by key or name; `id` and times are ignored.
    Raises:
        RecordInvalidError: the file cannot be read, or a line does not fit; the pointer is `/file`.
        CapReachedError: see `upload_count`.
    """
    if upload.size > MAX_FILE_BYTES:
        raise upload_refused(upload, "too_large", _TOO_LARGE)
    upload_count(user, upload.size)
    table = LockedTable.lock(table_id)
    reader = csv.reader(io.TextIOWrapper(upload, "utf-8-sig", newline=""))
    count = 0
    try:
        header = _header(next(reader, []), table.columns, upload)
        rows = (_cells(header, line, upload, reader.line_num) for line in reader if any(line))
        while batch := list(islice(rows, _BATCH)):
            _insert(table, batch, upload, first_line=count + 2)
            count += len(batch)
    except UnicodeDecodeError as error:
        raise upload_refused(upload, "not_text", _NO_TEXT) from error
    except csv.Error as error:
        raise upload_refused(upload, "not_csv", _NO_CSV.filled(line=reader.line_num)) from error
    return count


def _header(names: Sequence[str], columns: Sequence[TableColumn], upload: "File[bytes]") -> Sequence[str]:
    known = {column.key for column in columns} | {column.name for column in columns} | set(ROW_FIELDS)
    plain = [without_guard(name).strip() for name in names]
    unknown = next((name for name in plain if name not in known), None)
    if unknown is not None:
        text = _NO_COLUMN.filled(name=unknown, known=listed([column.key for column in columns]))
        raise upload_refused(upload, "unknown_column", text)
    twice = next((name for name, count in Counter(plain).items() if count > 1), None)
    if twice is not None:
        raise upload_refused(upload, "column_twice", _TWICE.filled(name=twice))
    return plain


def _cells(header: Sequence[str], line: Sequence[str], upload: "File[bytes]", number: int) -> JsonObject:
    if any(line[len(header) :]):
        raise upload_refused(upload, "line_refused", _WRONG_LINE.filled(line=number, problem=_TOO_WIDE))
    cells = zip(header, line, strict=False)
    return {name: without_guard(value) for name, value in cells if name not in ROW_FIELDS}


def _insert(table: LockedTable, rows: Sequence[JsonObject], upload: "File[bytes]", *, first_line: int) -> None:
    try:
        rows_insert(table, rows)
    except ToolArgumentsError as error:
        wrong = error.details.get("errors")
        if not wrong:
            raise upload_refused(upload, "row_refused", error.text) from error
        _, _, index, *cell = wrong[0]["pointer"].split("/")
        message = Text.of(**wrong[0]["message"])
        problem = Text("{field}: {message}", field="/".join(cell), message=message) if cell else message
        text = _WRONG_LINE.filled(line=first_line + int(index), problem=problem)
        raise upload_refused(upload, "line_refused", text) from error
