"""Tables and their rows."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from django.contrib.auth.models import User
from django.http import StreamingHttpResponse
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from tools.api.contract.endpoints import FoundIn, Media, endpoint
from tools.api.contract.fields import JsonObject, RowId, Upload
from tools.api.contract.shapes import Query, Shape
from tools.api.people import Person
from tools.core.naming.visible_name import READABLE
from tools.core.registered.tables import MAX_ROWS_AT_ONCE, Operator, RowCondition, RowQuery
from tools.core.table_columns import MAX_COLUMNS, ColumnType, TableColumn
from tools.models import DataTable
from tools.selectors.data_rows import data_page
from tools.selectors.data_tables import TABLES
from tools.services.data_rows import (
    data_rows_csv,
    data_rows_delete,
    data_rows_import,
    data_rows_insert,
    data_rows_update,
)
from tools.services.data_tables import (
    data_table_columns_set,
    data_table_create,
    data_table_delete,
    data_table_update,
)

ReadTable = Annotated[DataTable, FoundIn(TABLES, "read")]
UsableTable = Annotated[DataTable, FoundIn(TABLES, "use")]
OwnTable = Annotated[DataTable, FoundIn(TABLES, "change")]
TableName = Annotated[str, Field(min_length=1, max_length=100), READABLE]
TableDescription = Annotated[str, Field(max_length=1000)]


class ColumnShape(Shape, TableColumn):
    """One column; cells are stored under its key, so that it can be renamed."""

    name: TableName
    type: ColumnType
    choices: Annotated[list[Annotated[str, Field(min_length=1, max_length=200), READABLE]], Field(max_length=200)] = (
        Field(default_factory=list)
    )
    """Choices of a column of the type choice."""


class DataTableShape(Shape):
    """A table without its rows."""

    id: UUID
    name: str
    description: str
    columns: list[ColumnShape]
    key_column: str
    row_count: int
    owner: Person
    shared: bool
    """Everyone can see it and write rows; its owner changes the columns."""
    may_change: bool
    """True if you may change its columns, or delete it."""
    created_at: datetime
    updated_at: datetime


class Columns(Shape):
    columns: list[ColumnShape] = Field(max_length=MAX_COLUMNS)
    key_column: str = Field("", max_length=40)
    """No two rows have the same in it; empty: none."""


class DataTableCreate(Columns):
    name: TableName
    description: TableDescription = ""
    shared: bool = False


class DataTableChange(Shape, partial=True):
    name: TableName
    description: TableDescription
    shared: bool


class ColumnsChange(Columns):
    accept_loss: bool = False
    """Delete the cells of removed columns, and those that cannot be converted."""


class RowsShape(Shape):
    rows: list[JsonObject] = Field(min_length=1, max_length=MAX_ROWS_AT_ONCE)


class RowSelection(Query):
    """Filters and order of the rows."""

    search: str = Field("", max_length=200)
    sort: str = Field("", max_length=41)
    """Key of a column, with “-” before it for descending."""
    where: str = Field("", max_length=10_000)
    """JSON list of {column, operator, value}."""
    match: Literal["all", "any"] = "all"

    def row_query(self) -> RowQuery:
        """Return the query of the store.

        Raises:
            pydantic.ValidationError: `where` is no list of conditions.
        """
        conditions = _CONDITIONS.validate_json(self.where or "[]")
        return RowQuery(
            [RowCondition(one.column, one.operator, one.value) for one in conditions],
            **{name: value for name, value in self if name != "where"},
        )


class RowPageSelection(RowSelection):
    offset: int = Field(0, ge=0, le=1_000_000)
    limit: int = Field(100, ge=1, le=MAX_ROWS_AT_ONCE)


class RowPage(Shape):
    """A page of rows; each is {id, created_at, updated_at} and its cells by the key of their column."""

    rows: list[JsonObject]
    total: int
    has_more: bool


class RowChange(Shape):
    id: RowId
    cells: JsonObject
    """By the key of their column; null empties a cell."""


class RowChanges(Shape):
    rows: list[RowChange] = Field(min_length=1, max_length=MAX_ROWS_AT_ONCE)


class RowIds(Shape):
    ids: list[RowId] = Field(min_length=1, max_length=MAX_ROWS_AT_ONCE)


class RowCount(Shape):
    count: int


class RowFile(Shape):
    """CSV in UTF-8; its first line names columns by key or name."""

    file: Upload


class _Condition(BaseModel):
    model_config = ConfigDict(extra="forbid")

    column: str
    operator: Operator = "equals"
    value: Any = None


_CONDITIONS = TypeAdapter(list[_Condition])


@endpoint("GET", "tables/")
def tables_list(user: User) -> list[DataTableShape]:
    """List one's own tables and the shared ones that one took up, by name."""
    return [_shown(table, user) for table in TABLES.may("list", user)]


@endpoint("POST", "tables/", status=201)
def tables_create(user: User, body: DataTableCreate) -> DataTableShape:
    """Make an empty table."""
    return _shown(data_table_create(owner=user, **body.model_dump()), user)


@endpoint("GET", "tables/<uuid:table_id>/")
def tables_retrieve(user: User, table: ReadTable) -> DataTableShape:
    """Return the table without its rows."""
    return _shown(table, user)


@endpoint("PATCH", "tables/<uuid:table_id>/")
def tables_partial_update(user: User, table: OwnTable, body: DataTableChange) -> DataTableShape:
    """Change what is given."""
    return _shown(data_table_update(table=table, **body.sent()), user)


@endpoint("DELETE", "tables/<uuid:table_id>/")
def tables_destroy(table: OwnTable) -> None:
    """Delete the table with its rows."""
    data_table_delete(table=table)


@endpoint("PUT", "tables/<uuid:table_id>/columns/")
def tables_columns_update(user: User, table: OwnTable, body: ColumnsChange) -> DataTableShape:
    """Replace the columns; a column with a known key is changed, and its cells are converted.

    409 `values_would_be_lost` names what would be lost; with `accept_loss` it is.
    """
    return _shown(data_table_columns_set(table_id=table.pk, **body.model_dump()), user)


@endpoint("GET", "tables/<uuid:table_id>/rows/")
def tables_rows_list(table: ReadTable, query: RowPageSelection) -> RowPage:
    """Return a page of the rows that fit."""
    return RowPage.model_construct(**data_page(table, query.row_query()))


@endpoint("POST", "tables/<uuid:table_id>/rows/", status=201)
def tables_rows_create(table: UsableTable, body: RowsShape) -> RowsShape:
    """Add rows, all or none; cells by the key or the name of their column."""
    return RowsShape.model_construct(rows=data_rows_insert(table_id=table.pk, rows=body.rows))


@endpoint("PATCH", "tables/<uuid:table_id>/rows/")
def tables_rows_update(table: UsableTable, body: RowChanges) -> RowsShape:
    """Change cells of rows, all or none."""
    changes = {row.id: row.cells for row in body.rows}
    return RowsShape.model_construct(rows=data_rows_update(table_id=table.pk, changes=changes))


@endpoint("POST", "tables/<uuid:table_id>/rows/delete/")
def tables_rows_delete(table: UsableTable, body: RowIds) -> RowCount:
    """Delete rows and return how many there were."""
    return RowCount(count=data_rows_delete(table_id=table.pk, ids=body.ids))


@endpoint("GET", "tables/<uuid:table_id>/rows.csv")
def tables_rows_export(
    table: ReadTable, query: RowSelection
) -> Annotated[StreamingHttpResponse, Media("text/csv", "CSV in UTF-8.")]:
    """Download the rows that fit."""
    headers = {"Content-Disposition": 'attachment; filename="table.csv"'}
    lines = data_rows_csv(table, query.row_query())
    return StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8", headers=headers)


@endpoint("POST", "tables/<uuid:table_id>/rows.csv")
def tables_rows_import(user: User, table: UsableTable, body: RowFile) -> RowCount:
    """Add the rows of a CSV file, all or none, and return how many there are."""
    return RowCount(count=data_rows_import(table_id=table.pk, user=user, upload=body.file))


def _shown(table: DataTable, user: User) -> DataTableShape:
    return DataTableShape.of(table, owner=Person.of(table.owner), may_change=TABLES.may_change(user, table))
