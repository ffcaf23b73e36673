"""CSV as spreadsheets read it, one line at a time. Pure."""

import csv
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, Literal

BYTE_ORDER_MARK: Final = "\ufeff"
"""Without it, Excel reads UTF-8 as the local code page and Chinese becomes noise."""
FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r")
Guard = Literal["formulas", "signs", "none"]
"""Cells that get an apostrophe: those that a spreadsheet would evaluate, all that begin with a sign of one, or none."""
_AMOUNT = re.compile(r"[+-][\d .,/()-]*[%€$£¥]?", re.ASCII)
"""Amounts and telephone numbers, which no spreadsheet evaluates as a formula."""


class _Echo:
    """File-like object that returns what is written, for streaming rows."""

    def write(self, line: str) -> str:
        return line


def csv_lines(header: Sequence[str], rows: Iterable[Iterable[Any]], guard: Guard = "formulas") -> Iterator[str]:
    """Yield the header and a line for each row; times are ISO 8601, lists and objects JSON."""
    writer = csv.writer(_Echo())
    yield BYTE_ORDER_MARK + writer.writerow([_cell(value, guard) for value in header])
    for row in rows:
        yield writer.writerow([_cell(value, guard) for value in row])


def without_guard(cell: str) -> str:
    """Return a cell without the apostrophe that `csv_lines` has put before it."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(FORMULA_STARTS) else cell


def _cell(value: Any, guard: Guard) -> str:
    if value is None:
        return ""
    if hasattr(value, "isoformat"):
        return str(value.isoformat())
    text = json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list | bool) else str(value)
    if guard == "none" or not isinstance(value, str) or not text.startswith(FORMULA_STARTS):
        return text
    # A spreadsheet would run such a cell as a formula; the apostrophe makes it text, and reading does not take it off.
    return text if guard == "formulas" and _AMOUNT.fullmatch(text) else f"'{text}"
