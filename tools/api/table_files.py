"""Tables from files: what a file seems to hold, and the import of its rows."""

from typing import Annotated, Final, Literal
from uuid import UUID

from django.contrib.auth.models import User
from pydantic import AfterValidator, Field, TypeAdapter, ValidationError

from tools.api.contract.endpoints import endpoint
from tools.api.contract.fields import JsonName, Upload
from tools.api.contract.shapes import Shape
from tools.api.tables import ColumnShape, TableName, UsableTable
from tools.core.field_errors import refused_value
from tools.core.formats.encodings import FileEncoding
from tools.core.text import Text
from tools.forms.local_text import local_text
from tools.services.file_rows import ImportReport
from tools.services.table_files import MAX_FILE_COLUMNS, FileChoices
from tools.services.table_imports import table_import, table_import_new, table_preview

Separator = Literal["comma", "semicolon", "tab", "pipe"]
_SEPARATORS: Final[dict[Separator, str]] = {"comma": ",", "semicolon": ";", "tab": "\t", "pipe": "|"}
_NAMES = {sign: name for name, sign in _SEPARATORS.items()}
_COLUMNS: Final = TypeAdapter(list[ColumnShape | None])
_NO_COLUMNS = Text("Enter a list of columns, with null for each one that is left out.")


def _columns(text: str) -> str:
    try:
        found = _COLUMNS.validate_json(text)
    except ValidationError:
        raise refused_value("invalid", _NO_COLUMNS) from None
    if len(found) > MAX_FILE_COLUMNS:
        raise refused_value("invalid", _NO_COLUMNS)
    return text


class TableFileShape(Shape):
    """A CSV or Excel file of at most 20 MB, and how to read it; omitted choices are detected."""

    file: Upload
    encoding: FileEncoding | None = None
    separator: Separator | None = None
    sheet: JsonName = Field("", max_length=100)
    """Name of a sheet of Excel; empty: the first one."""

    def choices(self) -> FileChoices:
        return FileChoices(self.encoding, _SEPARATORS[self.separator] if self.separator else "", self.sheet)


class TablePreviewRequest(TableFileShape):
    """A file, or the first 256 kB of a text."""

    has_header: bool | None = None
    """The first row names the columns; detected if omitted."""


class TablePreviewShape(Shape):
    """The beginning of a file, and the columns that it seems to have."""

    encoding: FileEncoding | None
    """None for Excel."""
    separator: Separator | None
    sheet: str
    sheets: list[str]
    has_header: bool
    columns: list[ColumnShape]
    """One for each place of a row, with the type that its cells have."""
    rows: list[list[str]]
    """At most 20, with cells of at most 200 characters."""
    row_count: int | None
    """None if the file has more rows than were read."""


class TableImportRequest(TableFileShape):
    has_header: bool
    columns: Annotated[str, Field(max_length=200_000), AfterValidator(_columns)]
    """JSON list of the column for each place of a row, null to leave the place out."""

    def targets(self) -> list[dict[str, object] | None]:
        return [None if one is None else one.model_dump() for one in _COLUMNS.validate_json(self.columns)]


class NewTableImportRequest(TableImportRequest):
    name: TableName


class CellProblemShape(Shape):
    """A value that is not stored, and why."""

    row: int
    """Number of the row in the file, from 1."""
    column: str
    """Empty if it is about the whole row."""
    value: str
    message: str


class TableImportShape(Shape):
    """Outcome of an import, which is one transaction."""

    table: UUID
    stored: int
    """Rows."""
    skipped: int
    """Rows of which no value could be stored."""
    bad_cells: int
    """Values that are not stored."""
    problems: list[CellProblemShape]
    """The first 200 of them."""


@endpoint("POST", "tables/preview/")
def tables_preview(user: User, body: TablePreviewRequest) -> TablePreviewShape:
    """Read the beginning of a CSV or Excel file, and propose columns. Nothing is stored."""
    found = table_preview(user=user, upload=body.file, choices=body.choices(), header=body.has_header)
    return TablePreviewShape.model_construct(
        encoding=found.file.encoding,
        separator=_NAMES.get(found.file.delimiter),
        sheet=found.file.sheet,
        sheets=found.file.sheets,
        has_header=found.has_header,
        columns=[ColumnShape.model_construct(**column.model_dump()) for column in found.columns],
        rows=found.rows,
        row_count=found.row_count,
    )


@endpoint("POST", "tables/import/", status=201)
def tables_import(user: User, body: NewTableImportRequest) -> TableImportShape:
    """Make a table of a file. Values that do not fit their column are left out and listed."""
    report = table_import_new(
        owner=user,
        name=body.name,
        upload=body.file,
        choices=body.choices(),
        header=body.has_header,
        columns=body.targets(),
    )
    return _shown(report)


@endpoint("POST", "tables/<uuid:table_id>/import/")
def tables_import_rows(user: User, table: UsableTable, body: TableImportRequest) -> TableImportShape:
    """Add the rows of a file. Values that do not fit their column are left out and listed.

    A column that the table does not have, by its key, is added, which only the table's owner can do.
    """
    report = table_import(
        user=user,
        table=table,
        upload=body.file,
        choices=body.choices(),
        header=body.has_header,
        columns=body.targets(),
    )
    return _shown(report)


def _shown(report: ImportReport) -> TableImportShape:
    problems = [CellProblemShape.of(one, message=local_text(one.message)) for one in report.problems]
    return TableImportShape.of(report, table=report.table.pk, problems=problems)
