"""Excel files, opened row by row: the product's only reader of them. Pure; untrusted ones are read in a process."""

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING
from zipfile import BadZipFile

from tools.core.formats.archives import office_problem

if TYPE_CHECKING:
    from openpyxl import Workbook


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
