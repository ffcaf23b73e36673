"""Reads one sheet of an untrusted Excel file as CSV, in a process of its own. No framework.

`python -m tools.evaluation.excel_rows` has a JSON list of the sheet's name and the number of rows on the first line of
its standard input, and the file behind it.
"""

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time
from io import StringIO
from itertools import islice
from typing import Any, Final

import orjson

from tools.core.formats.excel_book import ExcelError, open_book, sheet_rows
from tools.evaluation.single_process import ProcessFailedError, answer_once, call_in_process

DEADLINE_S: Final = 120.0
MAX_CSV_CHARS: Final = 20 * 1024**2
"""Limit of one sheet, as large as a CSV file may be: a small file can hold ten million cells."""


@dataclass(frozen=True, slots=True)
class SheetText:
    sheet: str
    """Empty for a workbook without sheets of cells."""
    sheets: list[str]
    row_count: int
    text: str
    """CSV with commas: integers with all digits, `true`, times in ISO 8601, empty cells as the empty text."""


def excel_rows(content: bytes, sheet: str, most: int, *, deadline_s: float = DEADLINE_S) -> SheetText:
    """Return at most `most` rows of the sheet of this name, else of the first one.

    Raises ExcelError, also with `too_long` (`deadline_s`) and `bomb` (`MAX_CSV_CHARS`).
    """
    arguments = orjson.dumps([sheet, most]) + b"\n"
    try:
        found = call_in_process(__name__, content=arguments + content, deadline_s=deadline_s)
    except TimeoutError:
        raise ExcelError("too_long") from None
    except ProcessFailedError:
        raise ExcelError("damaged") from None
    head, _newline, text = found.partition(b"\n")
    answer = orjson.loads(head)
    if "reason" in answer:
        raise ExcelError(answer["reason"])
    return SheetText(**answer, text=text.decode())


def read_sheet(content: bytes, sheet: str, most: int) -> SheetText:
    """Return the rows, as `excel_rows`, in this process."""
    with open_book(content) as book:
        by_name = {one.title: one for one in book.worksheets}
        chosen = by_name.get(sheet) or next(iter(by_name.values()), None)
        if chosen is None:
            return SheetText("", [], 0, "")
        # A file may claim any size; rows are as long as their last cell.
        chosen.reset_dimensions()
        rows = ([_text(value) for value in row] for row in sheet_rows(chosen))
        count, text = _csv(islice(rows, most))
        return SheetText(chosen.title, list(by_name), count, text)


def _csv(rows: Iterable[list[str]]) -> tuple[int, str]:
    out = StringIO()
    writer = csv.writer(out)
    count = chars = 0
    for row in _filled(rows):
        count += 1
        chars += writer.writerow(row)
        if chars > MAX_CSV_CHARS:
            raise ExcelError("bomb")
    return count, out.getvalue()


def _filled(rows: Iterable[list[str]]) -> Iterator[list[str]]:
    """Leave out the empty cells at the end of rows, which spreadsheets write."""
    for row in rows:
        while row and not row[-1]:
            row.pop()
        # More than a cell of Excel holds, and than a reader of CSV takes.
        if any(len(cell) > csv.field_size_limit() for cell in row):
            raise ExcelError("damaged")
        yield row


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        # Excel has no dates without a time of day; midnight is how it stores one.
        return (value.date() if value.time() == time() else value).isoformat()
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return str(int(value))
    return "" if value is None else value.isoformat() if isinstance(value, date | time) else str(value)


def _answer(_: list[str], content: bytes) -> bytes:
    """In the process: return the rows, or why there are none."""
    head, _newline, book = content.partition(b"\n")
    try:
        found = read_sheet(book, *orjson.loads(head))
    except ExcelError as error:
        return orjson.dumps({"reason": error.reason})
    except (MemoryError, RecursionError):
        return orjson.dumps({"reason": "bomb"})
    shown = {"sheet": found.sheet, "sheets": found.sheets, "row_count": found.row_count}
    return orjson.dumps(shown) + b"\n" + found.text.encode()


if __name__ == "__main__":
    answer_once(_answer)
