"""Text of Excel files: each row a line that names its columns. Pure."""

from collections.abc import Iterator, Sequence
from typing import Any

from agents.knowledge.parsers.content import DocumentText, TextBuilder, UnreadableError
from agents.knowledge.parsers.table_text import row_lines
from tools.core.formats.excel_book import ExcelError, open_book, sheet_rows


def read_excel(content: bytes) -> DocumentText:
    """Return the values of all sheets; formulas give Excel's last results.

    Raises UnreadableError with `damaged`, `encrypted`, `bomb` or `too_long`.
    """
    builder = TextBuilder()
    try:
        with open_book(content) as book:
            for sheet in book.worksheets:
                builder.mark(sheet=sheet.title)
                builder.add(f"# {sheet.title}\n\n")
                for line in row_lines(_texts(sheet_rows(sheet))):
                    builder.add(line)
                builder.add("\n")
    except ExcelError as error:
        raise UnreadableError(error.reason) from error
    return builder.built()


def _texts(rows: Iterator[Sequence[Any]]) -> Iterator[list[str]]:
    for row in rows:
        yield ["" if value is None else str(value).strip() for value in row]
