"""Files that hold a table, CSV or Excel, read as rows of texts: their beginning for a preview, or all of them."""

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from django.core.files.base import File

from tools.core.formats.csv_lines import without_guard
from tools.core.formats.csv_rows import csv_rows, delimiter_of, is_unclosed
from tools.core.formats.encodings import FileEncoding, file_encoding, text_in
from tools.core.formats.excel_book import ExcelError
from tools.core.text import Text
from tools.evaluation.excel_rows import excel_rows
from tools.services.uploads import upload_refused

MAX_FILE_BYTES: Final = 20 * 1024**2
MAX_FILE_COLUMNS: Final = 200
PREVIEW_BYTES: Final = 256 * 1024
"""Read of a text for its preview; as much of it is enough to send."""
PREVIEW_ROWS: Final = 1000
"""Read of a sheet for its preview, and looked at to guess types."""
_ALL_ROWS = 1_100_000
"""More than a sheet of Excel has."""
_EXCEL, _OLD_EXCEL = b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_TOO_LARGE = Text("It is larger than {max_mb} MB. Split it.", max_mb=MAX_FILE_BYTES // 1024**2)
_NO_TEXT = Text("It is not UTF-8 text. Save it as “CSV UTF-8”.")
_NO_ENCODING = Text("It is not text in this encoding. Choose another one, or save it as “CSV UTF-8”.")
_NO_CSV = Text("Line {line} is not CSV: it holds an unclosed quote or a very long field.")
_UNCLOSED = Text("It has a quotation mark that nothing closes. Close or remove it, or choose another separator.")
_TOO_WIDE = Text("It has more than {most} columns. Split it.", most=MAX_FILE_COLUMNS)
_REASONS = {
    "encrypted": Text("It has a password, or the Excel format from before 2007. Save it as .xlsx without a password."),
    "damaged": Text("It is damaged, or not an Excel file. Save it again as .xlsx."),
    "bomb": Text("It unpacks to far more than a table holds. Split it."),
    "too_long": Text("Reading it took too long and was stopped. Split it, or save it as CSV."),
}


@dataclass(frozen=True, slots=True)
class FileChoices:
    """A person's choices for reading a file; the others are detected."""

    encoding: FileEncoding | None = None
    delimiter: str = ""
    sheet: str = ""


@dataclass(frozen=True, slots=True)
class TableFile:
    rows: Iterator[list[str]]
    """Reading them may raise RecordInvalidError with the pointer `/file`."""
    is_whole: bool
    encoding: FileEncoding | None = None
    """None for Excel, as the delimiter is empty."""
    delimiter: str = ""
    sheet: str = ""
    sheets: list[str] = field(default_factory=list)


def table_file(upload: "File[bytes]", choices: FileChoices, *, is_preview: bool = False) -> TableFile:
    """Open an uploaded file. Raises RecordInvalidError with the pointer `/file` if it cannot be read."""
    if upload.size > MAX_FILE_BYTES:
        raise upload_refused(upload, "too_large", _TOO_LARGE)
    start = upload.read(len(_OLD_EXCEL))
    upload.seek(0)
    if start.startswith((_EXCEL, _OLD_EXCEL)):
        return _excel(upload, choices, is_preview=is_preview, is_old=start == _OLD_EXCEL)
    is_whole = not is_preview or upload.size < PREVIEW_BYTES
    content = upload.read() if is_whole else upload.read(PREVIEW_BYTES)
    encoding = choices.encoding or file_encoding(content, is_whole=is_whole)
    try:
        text = text_in(content, encoding, is_whole=is_whole)
    except UnicodeDecodeError as error:
        reason = _NO_TEXT if encoding == "utf-8" else _NO_ENCODING
        raise upload_refused(upload, "not_text", reason) from error
    delimiter = choices.delimiter or delimiter_of(text)
    if is_whole and is_unclosed(text, delimiter):
        raise upload_refused(upload, "not_csv", _UNCLOSED)
    rows = _narrow(_csv(text, delimiter, upload), upload)
    return TableFile(rows if is_whole else _without_last(rows), is_whole, encoding, delimiter)


def _excel(upload: "File[bytes]", choices: FileChoices, *, is_preview: bool, is_old: bool) -> TableFile:
    most = PREVIEW_ROWS + 1 if is_preview else _ALL_ROWS
    try:
        if is_old:
            raise ExcelError("encrypted")
        found = excel_rows(upload.read(), choices.sheet, most)
    except ExcelError as error:
        raise upload_refused(upload, error.reason, _REASONS[error.reason]) from error
    rows = _narrow(csv_rows(found.text, ","), upload)
    return TableFile(rows, found.row_count < most, sheet=found.sheet, sheets=found.sheets)


def _csv(text: str, delimiter: str, upload: "File[bytes]") -> Iterator[list[str]]:
    line = 1
    try:
        for row in csv_rows(text, delimiter):
            yield [without_guard(cell) for cell in row]
            line += 1
    except csv.Error as error:
        raise upload_refused(upload, "not_csv", _NO_CSV.filled(line=line)) from error


def _without_last(rows: Iterator[list[str]]) -> Iterator[list[str]]:
    """Leave out the row that the end of the beginning has cut."""
    before = next(rows, None)
    for row in rows:
        if before is not None:
            yield before
        before = row


def _narrow(rows: Iterable[list[str]], upload: "File[bytes]") -> Iterator[list[str]]:
    """Check the width of rows without the empty cells at their end, which spreadsheets write."""
    for row in rows:
        while row and not row[-1]:
            row.pop()
        if len(row) > MAX_FILE_COLUMNS:
            raise upload_refused(upload, "too_wide", _TOO_WIDE)
        yield row
