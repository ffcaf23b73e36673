"""CSV as rows, and rows as CSV. Pure."""

import csv
from collections.abc import Mapping, Sequence
from typing import Final

from tools.core.formats.csv_lines import BYTE_ORDER_MARK, Guard, csv_lines
from tools.core.formats.csv_rows import UNCLOSED, column_names, csv_rows
from tools.core.formats.format_error import FormatError
from tools.core.text import Text

MAX_CELLS: Final = 1_000_000
"""Limit of a CSV that is written: rows without a common field have a column each."""
_NO_END: Final = Text("A field of the CSV begins with a quotation mark that nothing closes. Close or remove it.")
_LONG_FIELD: Final = Text("A field of the CSV is longer than {most:,} characters. Shorten it.", most=0)
_NO_DELIMITERS: Final = '"\r\n'
_MAX_SHOWN: Final = 64


def parse_csv(text: str, delimiter: str) -> list[dict[str, str]]:
    """Return the rows below the header as objects; a short row has only the fields that it fills.

    No value gets lost: a column without a name, or beyond the header, is `column_3`; of a name that comes twice, the
    second is `name_2`.

    Raises:
        FormatError: the delimiter is none, or the text is no CSV.
    """
    rows = iter(_csv_rows(text.removeprefix(BYTE_ORDER_MARK), delimiter))
    header = column_names(next(rows, []))
    return [_row_of(header, row) for row in rows if row]


def _csv_rows(text: str, delimiter: str) -> list[list[str]]:
    """Read as spreadsheets do, which take a quotation mark inside of a field; one that opens a field has to end it."""
    if len(delimiter) != 1 or delimiter in _NO_DELIMITERS:
        shown = delimiter[:_MAX_SHOWN]
        raise FormatError(Text("“{shown}” cannot separate fields. Use one character such as , or ;.", shown=shown))
    try:
        return list(csv_rows(text, delimiter, strict=True))
    except csv.Error as error:
        if str(error) == UNCLOSED:
            raise FormatError(_NO_END) from error
    try:
        return list(csv_rows(text, delimiter))
    except csv.Error as error:
        raise FormatError(_LONG_FIELD.filled(most=csv.field_size_limit())) from error


def _row_of(names: Sequence[str], row: list[str]) -> dict[str, str]:
    while len(row) > len(names) and not row[-1]:
        row.pop()
    if len(row) > len(names):
        names = column_names([*names, *[""] * (len(row) - len(names))])
    return dict(zip(names, row, strict=False))


def to_csv(value: object, guard: Guard = "formulas") -> str:
    """Return a list of objects as CSV with a header; a spreadsheet does not run its formulas.

    Raises:
        FormatError: it is no list of objects, or has more than `MAX_CELLS`.
    """
    if not isinstance(value, list | tuple) or not all(isinstance(row, Mapping) for row in value):
        raise FormatError(Text("CSV can only be made from a list of objects. Pass one."))
    header = list(dict.fromkeys(str(name) for row in value for name in row))
    if len(header) * len(value) > MAX_CELLS:
        raise FormatError(Text("The table has more than {most:,} cells. Make it smaller.", most=MAX_CELLS))
    lines = csv_lines(header, ([row.get(name) for name in header] for row in value), guard)
    return "".join(lines).removeprefix(BYTE_ORDER_MARK)
