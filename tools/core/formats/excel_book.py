"""Excel files, opened row by row: the product's only reader of them. Pure; untrusted ones are read in a process."""

import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

from tools.core.formats.archives import office_problem

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

_ESCAPED = re.compile(r"_x(?!0000|[dD][89a-fA-F])([0-9A-Fa-f]{4})_")
"""A character that XML or Excel has no other form for, such as `_x000D_`, and an underscore before what looks like one.

Source: ECMA-376, part 1, 22.9.2.19 "ST_Xstring". The library reads them as they stand.
"""


class ExcelError(Exception):
    """The file cannot be read; `reason` is `damaged`, `encrypted` or `bomb` (an implausible unpacked size)."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@contextmanager
def open_book(content: bytes) -> "Iterator[Workbook]":
    """Open a workbook to read its rows within the context; formulas give Excel's last results.

    Raises ExcelError, also for what is found damaged while rows are read.
    """
    # With what it brings along it takes 20 MB, which servers that read no such file do without.
    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    if problem := office_problem(content):
        raise ExcelError(problem)
    try:
        yield load_workbook(BytesIO(content), read_only=True, data_only=True)
    except (
        InvalidFileException,
        BadZipFile,
        zlib.error,
        EOFError,
        OSError,
        LookupError,
        ValueError,
        TypeError,
        AttributeError,
        SyntaxError,
    ) as error:
        # Broken XML inside is a SyntaxError.
        raise ExcelError("damaged") from error


def sheet_rows(sheet: "Worksheet") -> Iterator[tuple[Any, ...]]:
    for row in sheet.iter_rows(values_only=True):
        yield tuple(_unescaped(value) if isinstance(value, str) and "_x" in value else value for value in row)


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)
