"""Columns for the cells of a file: their names, their types by the first rows, and cells read exactly. Pure."""

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from itertools import zip_longest
from typing import Any, Final

from tools.core.formats.csv_rows import column_names
from tools.core.naming.visible_name import shown_name
from tools.core.table_columns import ROW_FIELDS, CellError, ColumnType, TableColumn, read_cell
from tools.core.text import Text

_EXACT_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)?(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?")
_PLAIN_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
_DATE = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d.{0,22})?", re.ASCII)
_FINER_THAN_STORED = re.compile(r"[.,]\d{3}\d*[1-9]", re.ASCII)
_WORDS = frozenset({"true", "false", "yes", "no"})
_LONGEST_TYPED: Final = 40
"""Longer cells are text."""
_GUESSED: Sequence[ColumnType] = ("number", "boolean", "datetime")
_LONGEST_NAME, _LONGEST_KEY = 90, 30
"""Below the limits of a column by what makes a second one unique."""
_INEXACT_NUMBER = Text("The number would lose its zeros, its sign or digits. Use a column of text.")
_INEXACT_TIME = Text("The time is finer than a millisecond. Use a column of text.")


def exact_cell(column: TableColumn, text: str) -> Any:
    """Read a cell as `read_cell`, unless that would change it: `007`, `+1`, more digits than a number holds.

    Raises CellError, which reports the remedy.
    """
    value = read_cell(column, text)
    plain = text.strip()
    if column.type == "number" and value is not None:
        if not _EXACT_NUMBER.fullmatch(plain) or Decimal(plain) != Decimal(repr(value)):
            raise CellError(_INEXACT_NUMBER)
    elif column.type == "datetime" and _FINER_THAN_STORED.search(plain[:_LONGEST_TYPED]):
        raise CellError(_INEXACT_TIME)
    return value


def guessed_type(cells: Iterable[str]) -> ColumnType:
    """Return the type that all cells have that are not empty; text for none."""
    found = ""
    for cell in filter(None, cells):
        if found:
            if not _is(found, cell):
                return "text"
            continue
        found = next((kind for kind in _GUESSED if _is(kind, cell)), "")
        if not found:
            return "text"
    return next((kind for kind in _GUESSED if kind == found), "text")


def _is(kind: str, cell: str) -> bool:
    plain = cell.strip()
    if len(plain) > _LONGEST_TYPED:
        return False
    if kind == "boolean":
        return plain.lower() in _WORDS
    pattern, type_ = (_PLAIN_NUMBER, "number") if kind == "number" else (_DATE, "datetime")
    if not pattern.fullmatch(plain):
        return False
    try:
        exact_cell(TableColumn.model_construct(type=type_), plain)
    except CellError:
        return False
    return True


def has_header(rows: Sequence[Sequence[str]]) -> bool:
    """Report whether the first row names the columns: none of its cells has the type of those below, unless it is text.

    A single row is a row.
    """
    if len(rows) < 2:
        return False
    first, *others = rows
    types = [guessed_type(cells) for cells in zip_longest(*others, fillvalue="")]
    return not any(cell and guessed_type([cell]) != "text" for cell in first) and (
        any(kind != "text" for kind in types) or len(set(filter(None, first))) == len(first)
    )


def proposed_columns(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[TableColumn]:
    """Return a column for each place of the header and the rows, with unique names and keys."""
    width = max([len(header), *map(len, rows)], default=0)
    named = [shown_name(name.strip()[:_LONGEST_NAME], "") for name in header] + [""] * (width - len(header))
    names = column_names(named)
    keys = column_names(list(map(_key, named)))
    cells = list(zip_longest(*rows, fillvalue="")) + [()] * width
    return [
        TableColumn(key=key, name=name, type=guessed_type(below))
        for key, name, below in zip(keys, names, cells, strict=False)
    ]


def _key(name: str) -> str:
    """Return a key made of the letters and digits of a name; empty without any, and for names that rows have."""
    plain = re.sub(r"[^a-z0-9]+", "_", name.lower())[:_LONGEST_KEY].strip("_").lstrip("_0123456789")
    return "" if plain in ROW_FIELDS else plain
