"""Writes of rows by people in the grid, and rows as CSV. Imports with chosen columns are in `table_imports`."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.core.files.base import File
from django.db import transaction

from tools.adapters.table_rows import LockedTable, rows_delete, rows_insert, rows_update
from tools.core.definitions import JsonObject
from tools.core.errors import ToolArgumentsError
from tools.core.formats.csv_lines import csv_lines
from tools.core.registered.tables import RowQuery
from tools.core.table_columns import ROW_FIELDS, TableColumn
from tools.core.text import Text, listed
from tools.models import DataTable
from tools.selectors.data_rows import data_rows, row_json
from tools.services.file_rows import numbered, rows_import
from tools.services.table_files import FileChoices, table_file
from tools.services.uploads import upload_count, upload_refused

_BATCH = 500
_NO_COLUMN = Text("The table has no column “{name}”. Its columns: {known}.")
_TWICE = Text("It has the column “{name}” twice. Remove or rename one.")
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
    """Import a CSV file in UTF-8, all rows or none, and return their number.

    The first line names columns by key or name; `id` and times are ignored.
    Raises:
        RecordInvalidError: the file cannot be read, or a line does not fit; the pointer is `/file`.
        CapReachedError: see `upload_count`.
    """
    upload_count(user, upload.size)
    table = LockedTable.lock(table_id)
    lines = numbered(table_file(upload, FileChoices("utf-8", ",")).rows)
    header = next(lines, (0, []))[1]
    try:
        report = rows_import(table, lines, _named_columns(header, table.columns, upload))
    except ToolArgumentsError as error:
        raise upload_refused(upload, "row_refused", error.text) from error
    if report.problems:
        first = report.problems[0]
        problem = Text("{field}: {message}", field=first.column, message=first.message)
        text = _WRONG_LINE.filled(line=first.row, problem=problem)
        raise upload_refused(upload, "line_refused", text)
    return report.stored


def _named_columns(
    header: Sequence[str], columns: Sequence[TableColumn], upload: "File[bytes]"
) -> list[TableColumn | None]:
    by_name = {column.name: column for column in columns} | {column.key: column for column in columns}
    plain = [name.strip() for name in header]
    unknown = next((name for name in plain if name not in by_name and name not in ROW_FIELDS), None)
    if unknown is not None:
        text = _NO_COLUMN.filled(name=unknown, known=listed([column.key for column in columns]))
        raise upload_refused(upload, "unknown_column", text)
    twice = next((name for name, count in Counter(plain).items() if count > 1), None)
    if twice is not None:
        raise upload_refused(upload, "column_twice", _TWICE.filled(name=twice))
    # Under the names of the file, which sentences about its cells use.
    return [by_name[name].model_copy(update={"name": name}) if name in by_name else None for name in plain]
