"""Rows as an Excel workbook or as CSV, written piece by piece: memory does not grow with the number of rows. Pure."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from tempfile import SpooledTemporaryFile
from typing import TYPE_CHECKING, Any, Literal

from tools.core.formats.csv_lines import BYTE_ORDER_MARK, Guard, csv_lines
from tools.core.text import Text
from workflow_editor.errors import NodeError
from workflow_editor.nodes.meanings import CELLS_ARE_WHOLE, NEWEST

if TYPE_CHECKING:
    from openpyxl.worksheet._write_only import WriteOnlyWorksheet

Encoding = Literal["utf-8-sig", "utf-8", "gb18030"]
MAX_ROWS = 1_000_000
"""Nearly the capacity of an Excel sheet."""
MAX_COLUMNS = 1_000
_MAX_CELL_CHARACTERS = 32_767
_LONGEST_NUMBER = 10**15
"""Excel keeps 15 digits of a number; longer ones, which are ids, go there as text."""
_LONG_CELL = Text(
    "A cell has more than {most:,} characters, the limit of Excel. Shorten it, or choose CSV.",
    most=_MAX_CELL_CHARACTERS,
)
_CONTROL_CHARACTER = Text("A cell holds a control character, which Excel cannot keep. Take it out before.")
_CHUNK_BYTES = 256 * 1024
_CHUNK_LINES = 1_000
_IN_MEMORY_BYTES = 1024**2
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]")
_LIKE_ESCAPE = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")
"""Excel reads `_x000D_` as the character of that number. Source: ECMA-376, part 1, 22.9.2.19 "ST_Xstring"."""
_NO_ROWS = Text("The content is no list of rows. Choose a list of objects or of lists.")
_TOO_MANY = Text(
    "There are more than {rows} rows or {columns} columns. Split the list.", rows=MAX_ROWS, columns=MAX_COLUMNS
)


def excel_chunks(value: Any, *, version: int = NEWEST) -> Iterator[bytes]:
    """Yield a workbook with one sheet, from a list of objects (names in the first row) or of lists. Formulas stay text.

    Raises NodeError: `no_rows` for anything else; `too_many_rows`; `cell_too_long` or `control_character` for a cell
    that cannot be represented.
    """
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    sheet = book.create_sheet()
    for row in _table(value):
        sheet.append([_cell(sheet, item, version) for item in row])
    with SpooledTemporaryFile(max_size=_IN_MEMORY_BYTES) as file:
        book.save(file)
        file.seek(0)
        while chunk := file.read(_CHUNK_BYTES):
            yield chunk


def _cell(sheet: "WriteOnlyWorksheet", item: Any, version: int) -> Any:
    if isinstance(item, int) and abs(item) >= _LONGEST_NUMBER:
        item = str(item)
    if isinstance(item, float) and version >= CELLS_ARE_WHOLE and float(f"{item:.16g}") != item:
        # openpyxl would cut its last digit.
        return _written(sheet, repr(item), "n")
    if not isinstance(item, str):
        return item
    if version < CELLS_ARE_WHOLE:
        item = _CONTROL.sub("", item)[:_MAX_CELL_CHARACTERS]
    if len(item) > _MAX_CELL_CHARACTERS:
        raise NodeError(_LONG_CELL, code="cell_too_long")
    if _CONTROL.search(item):
        raise NodeError(_CONTROL_CHARACTER, code="control_character")
    return _written(sheet, item if version < CELLS_ARE_WHOLE else _LIKE_ESCAPE.sub("_x005F_", item), "s")


def _written(sheet: "WriteOnlyWorksheet", text: str, kind: Literal["n", "s"]) -> Any:
    """Return a cell with a number or a text as it is written."""
    from openpyxl.cell import WriteOnlyCell

    cell = WriteOnlyCell(sheet, text)
    cell.data_type = kind
    return cell


def csv_chunks(value: Any, encoding: Encoding, guard: Guard) -> Iterator[bytes]:
    """Yield CSV, from rows as in `excel_chunks`.

    `utf-8-sig` begins with the mark by which Excel recognizes UTF-8; `guard` selects texts prefixed with an apostrophe,
    so that spreadsheets do not run them. Raises NodeError, as `excel_chunks`.
    """
    rows = _table(value)
    lines = csv_lines(next(rows, ()), rows, guard)
    first = next(lines)
    text = [first if encoding == "utf-8-sig" else first.removeprefix(BYTE_ORDER_MARK)]
    for line in lines:
        text.append(line)
        if len(text) == _CHUNK_LINES:
            yield _encoded(text, encoding)
            text = []
    yield _encoded(text, encoding)


def _encoded(lines: Sequence[str], encoding: Encoding) -> bytes:
    # All of Unicode has its place in both; halves of a surrogate pair are no characters.
    return "".join(lines).encode("gb18030" if encoding == "gb18030" else "utf-8", errors="replace")


def _table(value: Any) -> Iterator[Sequence[Any]]:
    if not isinstance(value, list) or not all(isinstance(row, dict | list) for row in value):
        raise NodeError(_NO_ROWS, code="no_rows")
    names = list(dict.fromkeys(name for row in value if isinstance(row, dict) for name in row))
    if len(value) > MAX_ROWS or max(map(len, [names, *value])) > MAX_COLUMNS:
        raise NodeError(_TOO_MANY, code="too_many_rows")
    if names:
        yield names
    for row in value:
        yield _cells([row.get(name) for name in names] if isinstance(row, dict) else row)


def _cells(items: Iterable[Any]) -> list[Any]:
    return [json.dumps(item, ensure_ascii=False) if isinstance(item, dict | list) else item for item in items]
