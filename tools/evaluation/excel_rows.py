"""Reads the rows of one sheet of an untrusted Excel file, in a process of its own. No framework.

`python -m tools.evaluation.excel_rows <sheet> <rows>` has the file on standard input.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import date, datetime, time
from itertools import islice
from typing import Any, Final

import orjson

from tools.core.formats.excel_book import ExcelError, open_book
from tools.evaluation.single_process import ProcessFailedError, answer_once, call_in_process

DEADLINE_S: Final = 120.0
MAX_CHARS: Final = 50_000_000
"""Limit of all cells of one sheet together."""


@dataclass(frozen=True, slots=True)
class SheetRows:
    sheet: str
    """Empty for a workbook without sheets of cells."""
    sheets: list[str]
    rows: list[list[str]]
    """Cells as texts: integers with all digits, `true`, times in ISO 8601, empty ones as the empty text."""


def excel_rows(content: bytes, sheet: str, most: int, *, deadline_s: float = DEADLINE_S) -> SheetRows:
    """Return at most `most` rows of the sheet of this name, else of the first one.

    Raises ExcelError, also with `too_long` (`MAX_CHARS`, or `deadline_s`).
    """
    arguments = orjson.dumps([sheet, most]) + b"\n"
    try:
        found = call_in_process(__name__, content=arguments + content, deadline_s=deadline_s)
    except TimeoutError:
        raise ExcelError("too_long") from None
    except ProcessFailedError:
        raise ExcelError("damaged") from None
    answer = orjson.loads(found)
    if "reason" in answer:
        raise ExcelError(answer["reason"])
    return SheetRows(**answer)


def read_sheet(content: bytes, sheet: str, most: int) -> SheetRows:
    """Return the rows, as `excel_rows`, in this process."""
    with open_book(content) as book:
        by_name = {one.title: one for one in book.worksheets}
        chosen = by_name.get(sheet) or next(iter(by_name.values()), None)
        if chosen is None:
            return SheetRows("", [], [])
        # A file may claim any size; rows are as long as their last cell.
        chosen.reset_dimensions()
        rows = list(_bounded(islice(chosen.iter_rows(values_only=True), most)))
        return SheetRows(chosen.title, list(by_name), rows)


def _bounded(rows: Iterator[tuple[Any, ...]]) -> Iterator[list[str]]:
    left = MAX_CHARS
    for row in rows:
        cells = [_text(value) for value in row]
        left -= sum(map(len, cells)) + len(cells) + 1
        if left < 0:
            raise ExcelError("too_long")
        yield cells


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
        return orjson.dumps(asdict(read_sheet(book, *orjson.loads(head))))
    except ExcelError as error:
        return orjson.dumps({"reason": error.reason})
    except (MemoryError, RecursionError):
        return orjson.dumps({"reason": "bomb"})


if __name__ == "__main__":
    answer_once(_answer)
