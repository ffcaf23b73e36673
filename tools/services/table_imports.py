"""Tables from files: a preview with the columns that a file seems to have, and the import of its rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.contrib.auth.models import User
from django.core.files.base import File
from django.db import transaction

from tools.adapters.table_rows import LockedTable
from tools.core.errors import RecordInvalidError
from tools.core.file_columns import has_header, proposed_columns
from tools.core.table_columns import TableColumn
from tools.core.text import Text
from tools.forms.local_text import local_text
from tools.models import DataTable
from tools.selectors.data_tables import TABLES
from tools.services.data_tables import data_table_columns_set, data_table_create
from tools.services.file_rows import ImportReport, numbered, rows_import
from tools.services.table_files import PREVIEW_ROWS, FileChoices, TableFile, table_file
from tools.services.uploads import upload_count
from tools.services.validation import invalid_field

_SHOWN_ROWS = 20
_SHOWN_CHARS = 200
_NO_TARGET = Text("Choose at least one column.")
_SAME_TARGET = Text("Two columns of the file go to “{name}”. Choose another column for one of them.")


@dataclass(frozen=True, slots=True)
class PreviewedFile:
    file: TableFile
    has_header: bool
    columns: Sequence[TableColumn]
    rows: Sequence[Sequence[str]]
    """The first ones below the header, with shortened cells."""
    row_count: int | None
    """None if the file has more rows than were read."""


def table_preview(
    *, user: User, upload: "File[bytes]", choices: FileChoices, header: bool | None = None
) -> PreviewedFile:
    """Read the beginning of a file; nothing is stored.

    Raises:
        RecordInvalidError: the file cannot be read; the pointer is `/file`.
        CapReachedError: see `upload_count`.
    """
    upload_count(user, upload.size)
    file = table_file(upload, choices, is_preview=True)
    rows = [row for row in file.rows if row]
    sample = rows[: PREVIEW_ROWS + 1]
    named = has_header(sample) if header is None else header
    names, below = (sample[:1], sample[1:]) if named else ([], sample)
    shown = [[cell[:_SHOWN_CHARS] for cell in row] for row in below[:_SHOWN_ROWS]]
    count = len(rows) - len(names) if file.is_whole else None
    return PreviewedFile(file, named, proposed_columns(names[0] if names else [], below), shown, count)


def table_import_new(
    *,
    owner: User,
    name: str,
    upload: "File[bytes]",
    choices: FileChoices,
    header: bool,
    columns: Sequence[Mapping[str, Any] | None],
) -> ImportReport:
    """Make a table and store the rows of a file, as `table_import`."""
    upload_count(owner, upload.size)
    # Nobody waits for a database that a file's reader keeps locked.
    file = table_file(upload, choices)
    with transaction.atomic():
        table = data_table_create(owner=owner, name=name, columns=[one for one in columns if one is not None])
        return _imported(table, file, header, columns)


def table_import(
    *,
    user: User,
    table: DataTable,
    upload: "File[bytes]",
    choices: FileChoices,
    header: bool,
    columns: Sequence[Mapping[str, Any] | None],
) -> ImportReport:
    """Store the rows of a file; cells that do not fit are left out and reported.

    `columns` has the column for each place of the file, None to leave the place out. A column that the table
    does not have, by its key, is added, which only those who may change the table can do.
    Raises:
        RecordInvalidError: the file cannot be read, or columns do not fit.
        RecordForbiddenError: see above.
        ToolArgumentsError: the table would have too many rows.
        CapReachedError: see `upload_count`.
    """
    upload_count(user, upload.size)
    file = table_file(upload, choices)
    with transaction.atomic():
        known = LockedTable.lock(table.pk).columns
        keys = {column.key for column in known}
        made = [one for one in columns if one is not None and one["key"] not in keys]
        if made:
            TABLES.get("change", user, table.pk)
            kept = [column.model_dump() for column in known]
            table = data_table_columns_set(table_id=table.pk, columns=[*kept, *made], key_column=table.key_column)
        return _imported(table, file, header, columns)


def _imported(
    row: DataTable, file: TableFile, header: bool, columns: Sequence[Mapping[str, Any] | None]
) -> ImportReport:
    table = LockedTable.lock(row.pk)
    by_key = {column.key: column for column in table.columns}
    targets = [None if one is None else by_key[one["key"]] for one in columns]
    _check_targets([one for one in targets if one is not None])
    return rows_import(table, islice(numbered(file.rows), int(header), None), targets)


def _check_targets(targets: Sequence[TableColumn]) -> None:
    if not targets:
        raise _wrong_columns(_NO_TARGET)
    twice = next((one for one in targets if targets.count(one) > 1), None)
    if twice is not None:
        raise _wrong_columns(_SAME_TARGET.filled(name=twice.name))


def _wrong_columns(text: Text) -> RecordInvalidError:
    return invalid_field("/columns", "invalid", local_text(text))
