"""Writes table rows for tools and people, in a transaction that has locked the table.

One writer at a time keeps column checks, row counts and keys exact, and upserts and increments atomic.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from tools.core.definitions import JsonObject
from tools.core.errors import ToolArgumentsError, ToolNothingFoundError
from tools.core.field_errors import FieldError, in_words
from tools.core.registered.tables import (
    DeleteRow,
    IncrementCell,
    InsertRow,
    InsertRows,
    TableWrite,
    UpdateRow,
    UpsertRow,
)
from tools.core.table_columns import MAX_ROW_BYTES, TableColumn, read_row, row_key, row_size, stored_cell
from tools.core.text import Text
from tools.models import DataRow, DataTable
from tools.rows.writer import insert_all
from tools.selectors.data_rows import row_json

_BATCH = 500
NO_TABLE = Text("This table does not exist, or you may not see it.")
_NO_ROW = Text("The table has no row {id}. Look the row up first.")
_NO_KEY_COLUMN = Text("The table has no key column, so a row cannot be found by its key. Choose one in the table.")
_NO_KEY = Text("Fill in {column}: it identifies the row.")
KEY_TAKEN = Text("Another row has “{key}” in {column} already.")
ROW_TOO_LARGE = Text("A row holds at most {most} kB. Shorten its texts.", most=MAX_ROW_BYTES // 1024)
_FULL = Text("The table would have more than {most} rows. Delete some first.")
_NO_NUMBER = Text("“{column}” is no column of numbers. Choose one that is.")


@dataclass(frozen=True, slots=True)
class LockedTable:
    """A table that nobody else writes to until the transaction ends."""

    row: DataTable
    columns: Sequence[TableColumn]

    @staticmethod
    def lock(table_id: UUID) -> "LockedTable":
        """Lock a table; the caller is in a transaction. Raises ToolNothingFoundError if it has been deleted."""
        row = DataTable.objects.select_for_update().filter(pk=table_id).first()
        if row is None:
            raise ToolNothingFoundError(NO_TABLE)
        return LockedTable(row, row.typed_columns())

    def shown(self, row: DataRow) -> JsonObject:
        return row_json(row, self.columns)


def write_rows(table: LockedTable, write: TableWrite) -> JsonObject:
    """Do one write; see `tools.core.registered.tables.Tables.write`."""
    result: JsonObject = _WRITES[type(write)](table, write)
    return result


def rows_insert(table: LockedTable, rows: Sequence[Mapping[str, Any]]) -> list[DataRow]:
    """Add rows.

    Raises:
        ToolArgumentsError: `details["errors"]` has a pointer such as `/rows/3/email` for each cell that does not fit.
    """
    made: list[DataRow] = []
    wrong: list[FieldError] = []
    for index, values in enumerate(rows):
        cells, problems = _cells_after({}, values, table)
        wrong += [FieldError(f"/rows/{index}{one.pointer}", one.code, one.message) for one in problems]
        made.append(DataRow(table_id=table.row.pk, cells=cells, key=row_key(cells, table.row.key_column)))
    _refuse(wrong)
    _refuse_taken_keys(table, made)
    rows_store(table, made)
    return made


def rows_store(table: LockedTable, made: Sequence[DataRow]) -> None:
    """Store new rows with cells that have been read and keys that are free.

    Raises ToolArgumentsError if the table would have too many rows.
    """
    _count(table, len(made))
    insert_all(DataRow, made)


def rows_update(table: LockedTable, changes: Mapping[int, Mapping[str, Any]]) -> list[DataRow]:
    """Change cells of rows, by id; an empty value empties the cell.

    Raises:
        ToolArgumentsError: as `rows_insert`, with pointers such as `/rows/17/email`.
        ToolNothingFoundError: a row is not there.
    """
    found = {row.pk: row for row in DataRow.objects.filter(table=table.row, pk__in=changes)}
    missing = next((row_id for row_id in changes if row_id not in found), None)
    if missing is not None:
        raise ToolNothingFoundError(_NO_ROW.filled(id=missing))
    wrong: list[FieldError] = []
    now = timezone.now()
    for row_id, values in changes.items():
        row = found[row_id]
        row.cells, problems = _cells_after(row.cells, values, table)
        row.key, row.updated_at = row_key(row.cells, table.row.key_column), now
        wrong += [FieldError(f"/rows/{row_id}{one.pointer}", one.code, one.message) for one in problems]
    _refuse(wrong)
    rows = [found[row_id] for row_id in changes]
    _refuse_taken_keys(table, rows)
    # Keys may change places among these rows, which the unique constraint sees row by row.
    DataRow.objects.filter(pk__in=[row.pk for row in rows if row.key is not None]).update(key=None)
    DataRow.objects.bulk_update(rows, ["cells", "key", "updated_at"], batch_size=_BATCH)
    return rows


def rows_delete(table: LockedTable, ids: Iterable[int]) -> int:
    """Delete rows and return how many there were."""
    deleted, _ = DataRow.objects.filter(table=table.row, pk__in=list(ids)).delete()
    _count(table, -deleted)
    return deleted


def _insert(table: LockedTable, write: InsertRow) -> JsonObject:
    return {"row": table.shown(rows_insert(table, [write.values])[0])}


def _insert_many(table: LockedTable, write: InsertRows) -> JsonObject:
    ids = [row.pk for row in rows_insert(table, write.rows)]
    return {"ids": ids, "count": len(ids)}


def _upsert(table: LockedTable, write: UpsertRow) -> JsonObject:
    values = dict(write.values)
    cells, _ = read_row(table.columns, values)
    found = _by_key(table, cells.get(table.row.key_column))
    if found is None:
        return {"row": table.shown(rows_insert(table, [values])[0]), "created": True}
    return {"row": table.shown(rows_update(table, {found.pk: values})[0]), "created": False}


def _update(table: LockedTable, write: UpdateRow) -> JsonObject:
    return {"row": table.shown(rows_update(table, {write.row_id: write.values})[0])}


def _delete(table: LockedTable, write: DeleteRow) -> JsonObject:
    row = _by_id(table, write.row_id)
    shown = table.shown(row)
    rows_delete(table, [row.pk])
    return {"row": shown}


def _increment(table: LockedTable, write: IncrementCell) -> JsonObject:
    column = next((one for one in table.columns if write.column in (one.key, one.name)), None)
    if column is None or column.type != "number":
        raise ToolArgumentsError(_NO_NUMBER.filled(column=write.column), details={"argument": "column"})
    row = _by_id(table, write.row_id) if write.row_id is not None else _by_key(table, write.key)
    if row is None:
        values = {table.row.key_column: write.key, column.key: write.by}
        return {"row": table.shown(rows_insert(table, [values])[0]), "created": True}
    added, wrong = read_row(table.columns, {column.key: write.by})
    _refuse(wrong)
    values = {column.key: (stored_cell(column, row.cells) or 0) + (added[column.key] or 0)}
    return {"row": table.shown(rows_update(table, {row.pk: values})[0]), "created": False}


def _by_id(table: LockedTable, row_id: int) -> DataRow:
    row = DataRow.objects.filter(table=table.row, pk=row_id).first()
    if row is None:
        raise ToolNothingFoundError(_NO_ROW.filled(id=row_id))
    return row


def _by_key(table: LockedTable, value: Any) -> DataRow | None:
    name = table.row.key_column
    if not name:
        raise ToolArgumentsError(_NO_KEY_COLUMN)
    cells, wrong = read_row(table.columns, {name: value})
    _refuse(wrong)
    key = row_key(cells, name)
    if key is None:
        raise ToolArgumentsError(_NO_KEY.filled(column=name), details={"argument": name})
    return DataRow.objects.filter(table=table.row, key=key).first()


def _cells_after(
    before: Mapping[str, Any], values: Mapping[str, Any], table: LockedTable
) -> tuple[JsonObject, list[FieldError]]:
    changed, wrong = read_row(table.columns, values)
    kept = {column.key: stored_cell(column, before) for column in table.columns}
    cells = {name: value for name, value in {**before, **kept, **changed}.items() if value is not None}
    if row_size(cells) > MAX_ROW_BYTES:
        wrong.append(FieldError("", "row_too_large", ROW_TOO_LARGE))
    return cells, wrong


def _refuse(wrong: Sequence[FieldError]) -> None:
    if wrong:
        errors = [{"pointer": one.pointer, "code": one.code, "message": one.message.to_json()} for one in wrong[:20]]
        raise ToolArgumentsError(in_words(wrong[:3]), details={"errors": errors})


def stored_keys(table: LockedTable, keys: Iterable[str], *, but: Iterable[int] = ()) -> set[str]:
    """Return which of these keys rows of the table have, without the rows of the ids `but`."""
    rows = DataRow.objects.filter(table=table.row, key__in=list(keys)).exclude(pk__in=list(but))
    return {key for key in rows.values_list("key", flat=True) if key is not None}


def _refuse_taken_keys(table: LockedTable, rows: Sequence[DataRow]) -> None:
    """Check that no two rows get the same key; the constraint would refuse it too, without a sentence."""
    keys = [row.key for row in rows if row.key is not None]
    if not keys:
        return
    others = stored_keys(table, keys, but=[row.pk for row in rows if row.pk])
    taken = next(iter(others), None) or next((key for key, times in Counter(keys).items() if times > 1), None)
    if taken is not None:
        text = KEY_TAKEN.filled(key=taken, column=table.row.key_column)
        raise ToolArgumentsError(text, details={"argument": table.row.key_column})


def _count(table: LockedTable, added: int) -> None:
    count = table.row.row_count + added
    if added > 0 and count > settings.TABLE_ROWS:
        raise ToolArgumentsError(_FULL.filled(most=settings.TABLE_ROWS))
    table.row.row_count = count
    DataTable.objects.filter(pk=table.row.pk).update(row_count=count)


_WRITES: Mapping[type, Callable[[LockedTable, Any], JsonObject]] = {
    InsertRow: _insert,
    InsertRows: _insert_many,
    UpsertRow: _upsert,
    UpdateRow: _update,
    DeleteRow: _delete,
    IncrementCell: _increment,
}
