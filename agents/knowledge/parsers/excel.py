"""Text of Excel files: each row a line that names its columns. Pure."""

import zlib
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any
from zipfile import BadZipFile

import openpyxl
from openpyxl.utils.exceptions import InvalidFileException

from agents.knowledge.parsers.archives import check_archive
from agents.knowledge.parsers.content import DocumentText, TextBuilder, UnreadableError
from agents.knowledge.parsers.table_text import row_lines


def read_excel(content: bytes) -> DocumentText:
    """Return the values of all sheets; formulas give Excel's last results.

    Raises UnreadableError with `damaged`, `encrypted`, `bomb` or `too_long`.
    """
    check_archive(content)
    builder = TextBuilder()
    try:
        book = openpyxl.load_workbook(BytesIO(content), read_only=True, data_only=True)
        for sheet in book.worksheets:
            builder.mark(sheet=sheet.title)
            builder.add(f"# {sheet.title}\n\n")
            for line in row_lines(_texts(sheet.iter_rows(values_only=True))):
                builder.add(line)
            builder.add("\n")
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
        raise UnreadableError("damaged") from error
    return builder.built()


def _texts(rows: Iterator[Sequence[Any]]) -> Iterator[list[str]]:
    for row in rows:
        yield ["" if value is None else str(value).strip() for value in row]
