"""Reads table rows in the database: conditions, order and pages.

Column cells have one type, so the database compares numbers as numbers and times as texts of one length. Compared
values are converted like cells.
"""

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import and_, or_
from typing import Any, NamedTuple

from django.db.models import F, Q, QuerySet
from django.db.models.expressions import OrderBy
from django.db.models.fields.json import KeyTextTransform, KeyTransform

from tools.core.definitions import JsonObject
from tools.core.errors import ToolArgumentsError
from tools.core.registered.tables import Operator, RowCondition, RowQuery
from tools.core.table_columns import (
    LARGEST_INTEGER,
    ROW_FIELDS,
    CellError,
    TableColumn,
    cell_text,
    read_cell,
    row_key,
    stored_cell,
)
from tools.core.text import Text, listed
from tools.models import DataRow, DataTable

_ROW_COLUMNS = {
    "id": TableColumn(key="id", name="id", type="number"),
    "created_at": TableColumn(key="created_at", name="created_at", type="datetime"),
    "updated_at": TableColumn(key="updated_at", name="updated_at", type="datetime"),
}
_SEARCHED = frozenset({"text", "choice", "number"})
_LOOKUPS: Mapping[Operator, str] = {
    "equals": "exact",
    "not_equals": "exact",
    "greater_than": "gt",
    "greater_or_equal": "gte",
    "less_than": "lt",
    "less_or_equal": "lte",
}


def row_json(row: DataRow, columns: Sequence[TableColumn]) -> JsonObject:
    """Return {id, created_at, updated_at} and every cell by its column's key, None for an empty one."""
    facts: JsonObject = {
        "id": row.pk,
        "created_at": read_cell(_ROW_COLUMNS["created_at"], row.created_at.isoformat()),
        "updated_at": read_cell(_ROW_COLUMNS["updated_at"], row.updated_at.isoformat()),
    }
    return facts | {column.key: stored_cell(column, row.cells) for column in columns}


def data_rows(table: DataTable, query: RowQuery) -> QuerySet[DataRow]:
    """Return matching rows in order, unpaged. Raises ToolArgumentsError for an unknown column or unfit value."""
    columns = table.typed_columns()
    places = _places(columns)
    rows = DataRow.objects.filter(table=table).alias(**_expressions(columns))
    found = [_condition(_column(columns, one.column), one, places, table) for one in query.conditions]
    if found:
        rows = rows.filter(reduce(and_ if query.match == "all" else or_, found))
    if words := query.search.strip():
        searched = [Q(**{f"{places[one.key].text}__icontains": words}) for one in columns if one.type in _SEARCHED]
        rows = rows.filter(reduce(or_, searched, Q(pk__in=())))
    return rows.order_by(*_order(columns, places, query.sort))


def data_page(table: DataTable, query: RowQuery) -> JsonObject:
    """Return {rows, total, has_more} of a page. Raises ToolArgumentsError, as `data_rows`."""
    rows = data_rows(table, query)
    is_whole = not query.conditions and not query.search.strip()
    total = table.row_count if is_whole else rows.count()
    columns = table.typed_columns()
    page = [row_json(row, columns) for row in rows[query.offset : query.offset + query.limit]]
    return {"rows": page, "total": total, "has_more": query.offset + len(page) < total}


class _Place(NamedTuple):
    """Alias of a column in a query, since a key could be read as a lookup."""

    value: str
    text: str


def _places(columns: Sequence[TableColumn]) -> Mapping[str, _Place]:
    own = {name: _Place(name, name) for name in ROW_FIELDS}
    return own | {column.key: _Place(f"cell_{index}", f"text_{index}") for index, column in enumerate(columns)}


def _expressions(columns: Sequence[TableColumn]) -> dict[str, Any]:
    cells = {f"cell_{index}": KeyTransform(column.key, "cells") for index, column in enumerate(columns)}
    return cells | {f"text_{index}": KeyTextTransform(column.key, "cells") for index, column in enumerate(columns)}


def _column(columns: Sequence[TableColumn], name: str) -> TableColumn:
    known = _ROW_COLUMNS | {column.key: column for column in columns}
    found = known.get(name) or next((column for column in columns if column.name == name), None)
    if found is None:
        text = Text("The table has no column “{name}”. Its columns: {known}.", name=name, known=listed(known))
        raise ToolArgumentsError(text, details={"argument": name})
    return found


def _order(columns: Sequence[TableColumn], places: Mapping[str, _Place], sort: str) -> list[OrderBy]:
    if not sort:
        return [OrderBy(F("id"))]
    is_descending = sort.startswith("-")
    column = _column(columns, sort.removeprefix("-"))
    key = F(places[column.key].value)
    return [OrderBy(key, descending=is_descending, nulls_last=True), OrderBy(F("id"), descending=is_descending)]


def _condition(column: TableColumn, condition: RowCondition, places: Mapping[str, _Place], table: DataTable) -> Q:
    is_cell = column.key not in ROW_FIELDS
    is_there = Q(cells__has_key=column.key) if is_cell else Q(pk__isnull=False)
    if condition.operator in ("is_empty", "is_not_empty"):
        return ~is_there if condition.operator == "is_empty" else is_there
    place = places[column.key]
    if condition.operator in ("contains", "not_contains"):
        found = Q(**{f"{place.text}__icontains": cell_text(condition.value)})
    else:
        found = _comparison(column, condition, place, table)
    # An empty cell equals and contains nothing.
    return ~is_there | ~found if condition.operator in ("not_equals", "not_contains") else found


def _comparison(column: TableColumn, condition: RowCondition, place: _Place, table: DataTable) -> Q:
    value = _value(column, condition)
    is_same = condition.operator in ("equals", "not_equals")
    if is_same and value is None:
        return ~Q(cells__has_key=column.key)
    if is_same and column.key == table.key_column:
        return Q(key=row_key({column.key: value}, column.key))
    return Q(**{f"{place.value}__{_LOOKUPS[condition.operator]}": value})


def _value(column: TableColumn, condition: RowCondition) -> Any:
    try:
        value = read_cell(column, condition.value)
    except CellError as error:
        text = Text("{column}: {problem}", column=column.name, problem=error.text)
        raise ToolArgumentsError(text, details={"argument": column.key}) from None
    if isinstance(value, int) and abs(value) > LARGEST_INTEGER:
        text = Text("{column}: integers are compared up to 64 bits.", column=column.name)
        raise ToolArgumentsError(text, details={"argument": column.key})
    if value is None and condition.operator not in ("equals", "not_equals"):
        text = Text("Enter a value to compare {column} with.", column=column.name)
        raise ToolArgumentsError(text, details={"argument": column.key})
    return value
