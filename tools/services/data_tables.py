"""Writes of tables: what they are called, their columns, who may use them. Rows are in `data_rows`."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import pydantic
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from tools.adapters.table_rows import LockedTable
from tools.core.definitions import JsonObject
from tools.core.errors import RecordInvalidError, ValuesLostError
from tools.core.field_errors import FieldError, field_errors, in_words
from tools.core.table_columns import (
    CellError,
    TableColumn,
    cell_text,
    column_problems,
    columns_of,
    converted,
    row_key,
)
from tools.core.text import Text
from tools.models import DataRow, DataTable, DataWrite
from tools.services.validation import clean_and_save

_BATCH = 1000
_WRITES_KEPT = timedelta(days=30)
_EXAMPLES = 5
_LONGEST_EXAMPLE = 80
_LOST = Text("Values would be lost. Confirm this, or keep the columns as they are.")
_KEY_TAKEN = Text("Two rows have “{key}” in this column. Change one of them first.")


def data_table_create(
    *,
    owner: User,
    name: str,
    columns: Sequence[Mapping[str, Any]],
    description: str = "",
    key_column: str = "",
    shared: bool = False,
) -> DataTable:
    """Make an empty table. Raises RecordInvalidError if columns are malformed, with pointers like `/columns/2/key`."""
    read = _read_columns(columns, key_column)
    table = DataTable(owner=owner, name=name, description=description, key_column=key_column, shared=shared)
    table.columns = _stored(read)
    clean_and_save(table)
    return table


def data_table_update(
    *, table: DataTable, name: str | None = None, description: str | None = None, shared: bool | None = None
) -> DataTable:
    """Change a table's name, description and sharing; None keeps a value. Raises RecordInvalidError if one does not
    fit.
    """
    given = {"name": name, "description": description, "shared": shared}
    changed = {field: value for field, value in given.items() if value is not None}
    for field_name, value in changed.items():
        setattr(table, field_name, value)
    table.clean_fields(exclude=["columns", "row_count"])
    table.save(update_fields=[*changed, "updated_at"])
    return table


@transaction.atomic
def data_table_delete(*, table: DataTable) -> None:
    """Delete a table with its rows; tools that use it report it as missing."""
    LockedTable.lock(table.pk)
    table.delete()


def data_writes_prune(now: datetime, *, batch: int) -> int:
    """Delete the keys of writes that no attempt of a call can come back for, at most `batch`; return how many."""
    old = DataWrite.objects.filter(written_at__lt=now - _WRITES_KEPT).order_by("written_at")
    ids = list(old.values_list("pk", flat=True)[:batch])
    DataWrite.objects.filter(pk__in=ids).delete()
    return len(ids)


@transaction.atomic
def data_table_columns_set(
    *, table_id: UUID, columns: Sequence[Mapping[str, Any]], key_column: str, accept_loss: bool = False
) -> DataTable:
    """Replace the columns: one with a known key is changed, and its cells converted.

    `accept_loss` deletes cells of removed columns and those that cannot be converted.
    Raises:
        RecordInvalidError: malformed columns, or duplicate values in the key column.
        ValuesLostError: cells would be lost without `accept_loss`.
    """
    table = LockedTable.lock(table_id)
    read = _read_columns(columns, key_column)
    change = _Change(table.columns, read, table.row.key_column, key_column)
    if change.touches_rows:
        lost = _Lost({column.key: column.name for column in table.columns})
        _check_rows(table, change, lost)
        if lost.counts and not accept_loss:
            raise ValuesLostError(_LOST, details={"columns": lost.to_json()})
        _convert_rows(table, change)
    table.row.columns, table.row.key_column = _stored(read), key_column
    table.row.save(update_fields=["columns", "key_column", "updated_at"])
    return table.row


@dataclass(frozen=True, slots=True)
class _Change:
    before: Sequence[TableColumn]
    after: Sequence[TableColumn]
    key_before: str
    key_after: str

    @property
    def touches_rows(self) -> bool:
        kept = {column.key: column for column in self.after}
        return self.key_before != self.key_after or any(
            one.key not in kept or kept[one.key].type != one.type or not set(one.choices) <= set(kept[one.key].choices)
            for one in self.before
        )

    def cells(self, cells: Mapping[str, Any]) -> tuple[JsonObject, list[str]]:
        """Return the cells afterwards, and the keys of those that are lost."""
        types = {column.key: column.type for column in self.before}
        left: JsonObject = {}
        for column in self.after:
            stored = cells.get(column.key)
            if stored is None or (column.type == types.get(column.key) and column.type != "choice"):
                value = stored
            else:
                try:
                    value = converted(column, stored)
                except CellError:
                    value = None
            if value is not None:
                left[column.key] = value
        return left, [key for key in cells if key not in left]


@dataclass(slots=True)
class _Lost:
    names: Mapping[str, str]
    counts: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[str]] = field(default_factory=dict)

    def add(self, key: str, stored: Any) -> None:
        self.counts[key] += 1
        shown = self.examples.setdefault(key, [])
        if len(shown) < _EXAMPLES:
            shown.append(cell_text(stored)[:_LONGEST_EXAMPLE])

    def to_json(self) -> list[JsonObject]:
        return [
            {"key": key, "name": self.names.get(key, key), "count": count, "examples": self.examples[key]}
            for key, count in self.counts.items()
        ]


def _check_rows(table: LockedTable, change: _Change, lost: _Lost) -> None:
    keys: set[str] = set()
    for rows in _batches(table.row):
        for row in rows:
            cells, gone = change.cells(row.cells)
            for key in gone:
                lost.add(key, row.cells[key])
            identity = row_key(cells, change.key_after)
            if identity is not None and identity in keys:
                text = _KEY_TAKEN.filled(key=identity)
                raise _invalid([FieldError("/key_column", "key_taken", text)])
            if identity is not None:
                keys.add(identity)


def _convert_rows(table: LockedTable, change: _Change) -> None:
    if change.key_before:
        DataRow.objects.filter(table=table.row).update(key=None)
    now = timezone.now()
    for rows in _batches(table.row):
        for row in rows:
            before, (row.cells, _) = row.cells, change.cells(row.cells)
            row.key = row_key(row.cells, change.key_after)
            row.updated_at = row.updated_at if row.cells == before else now
        DataRow.objects.bulk_update(rows, ["cells", "key", "updated_at"], batch_size=_BATCH)


def _batches(table: DataTable) -> Iterator[list[DataRow]]:
    last = 0
    while rows := list(DataRow.objects.filter(table=table, pk__gt=last).order_by("pk")[:_BATCH]):
        last = rows[-1].pk
        yield rows


def _read_columns(columns: Sequence[Mapping[str, Any]], key_column: str) -> list[TableColumn]:
    try:
        read = columns_of(list(columns))
    except pydantic.ValidationError as error:
        wrong = field_errors(error)
        raise _invalid([FieldError(f"/columns{one.pointer}", one.code, one.message) for one in wrong]) from error
    if wrong := column_problems(read, key_column):
        raise _invalid(wrong)
    return read


def _stored(columns: Sequence[TableColumn]) -> list[JsonObject]:
    return [column.model_dump() for column in columns]


def _invalid(wrong: Sequence[FieldError]) -> RecordInvalidError:
    errors = [{"pointer": one.pointer, "code": one.code, "message": one.message} for one in wrong]
    return RecordInvalidError(in_words(wrong[:3]), details={"errors": errors})
