"""Rows of a file stored in a table: cells that do not fit are left out and reported."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from tools.adapters.table_rows import KEY_TAKEN, ROW_TOO_LARGE, LockedTable, rows_store, stored_keys
from tools.core.definitions import JsonObject
from tools.core.file_columns import exact_cell
from tools.core.table_columns import MAX_ROW_BYTES, CellError, TableColumn, row_key, row_size
from tools.core.text import Text
from tools.models import DataRow, DataTable

SHOWN_PROBLEMS: Final = 200
_SHOWN_CHARS = 200
_BATCH = 500
_TOO_WIDE = Text("The row has more values than there are columns. Put a value with a separator in quotes.")


@dataclass(frozen=True, slots=True)
class CellProblem:
    """A cell that was left out, or a row where there is no column."""

    row: int
    """Number of the row in the file, from 1, which is the header if there is one."""
    column: str
    value: str
    message: Text


@dataclass(slots=True)
class ImportReport:
    """Outcome of an import: each value of the file is stored as it is, or counted here."""

    table: DataTable
    stored: int = 0
    skipped: int = 0
    """Rows without a value that could be stored; empty lines do not count."""
    bad_cells: int = 0
    problems: list[CellProblem] = field(default_factory=list)
    """The first `SHOWN_PROBLEMS`."""

    def add(self, row: int, column: str, value: str, message: Text) -> None:
        self.bad_cells += 1
        if len(self.problems) < SHOWN_PROBLEMS:
            self.problems.append(CellProblem(row, column, value[:_SHOWN_CHARS], message))


def numbered(rows: Iterable[list[str]]) -> Iterator[tuple[int, list[str]]]:
    """Return the rows of a file that hold something, each with its number from 1."""
    return ((number, row) for number, row in enumerate(rows, start=1) if any(row))


def rows_import(
    table: LockedTable, lines: Iterator[tuple[int, list[str]]], targets: Sequence[TableColumn | None]
) -> ImportReport:
    """Store rows of a file; `targets` has the column for each place, None to leave the place out.

    Raises ToolArgumentsError if the table would have too many rows.
    """
    report = ImportReport(table.row)
    while batch := list(islice(lines, _BATCH)):
        read = [(number, _cells(number, line, targets, report)) for number, line in batch]
        fitting = list(_with_free_keys(table, read, report))
        report.stored += len(fitting)
        report.skipped += len(batch) - len(fitting)
        rows_store(table, fitting)
    return report


def _cells(number: int, line: Sequence[str], targets: Sequence[TableColumn | None], report: ImportReport) -> JsonObject:
    cells: JsonObject = {}
    for column, text in zip(targets, line, strict=False):
        if column is None:
            continue
        try:
            value = exact_cell(column, text)
        except CellError as error:
            report.add(number, column.name, text, error.text)
            continue
        if value is not None:
            cells[column.key] = value
    for place, text in enumerate(line[len(targets) :], start=len(targets) + 1):
        if text:
            report.add(number, f"column_{place}", text, _TOO_WIDE)
    if row_size(cells) > MAX_ROW_BYTES:
        report.add(number, "", "", ROW_TOO_LARGE)
        return {}
    return cells


def _with_free_keys(
    table: LockedTable, read: Iterable[tuple[int, JsonObject]], report: ImportReport
) -> Iterator[DataRow]:
    name = table.row.key_column
    keyed = [(number, cells, row_key(cells, name)) for number, cells in read if cells]
    taken = stored_keys(table, [key for *_, key in keyed if key is not None])
    for number, cells, key in keyed:
        if key is not None and key in taken:
            report.add(number, name, key, KEY_TAKEN.filled(key=key, column=name))
            continue
        if key is not None:
            taken.add(key)
        yield DataRow(table_id=table.row.pk, cells=cells, key=key)
