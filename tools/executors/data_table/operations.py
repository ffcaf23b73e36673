"""Row operations of a table: each function's parameters and its query or write. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from tools.core.definitions import JsonObject
from tools.core.registered.tables import (
    MAX_ROWS_AT_ONCE,
    DeleteRow,
    IncrementCell,
    InsertRow,
    InsertRows,
    KnownTable,
    Operator,
    RowCondition,
    RowQuery,
    TableWrite,
    UpdateRow,
    UpsertRow,
)
from tools.core.table_columns import LARGEST_INTEGER, ColumnType, TableColumn
from tools.core.text import Text
from tools.executors.contract.schema import ui

_TYPES: Mapping[ColumnType, JsonObject] = {
    "text": {"type": "string"},
    "number": {"type": "number"},
    "boolean": {"type": "boolean"},
    "datetime": {"type": "string", "format": "date-time"},
    "json": {},
    "choice": {"type": "string"},
}
_ROW_ID = {"type": "integer", "maximum": LARGEST_INTEGER, **ui("Row", "Its ID.")}
Form = Callable[[Sequence[TableColumn], str], JsonObject]
_OPERATORS: Mapping[Operator, Text] = {
    "equals": Text.in_context("cell", "is"),
    "not_equals": Text.in_context("cell", "is not"),
    "contains": Text.in_context("cell", "contains"),
    "not_contains": Text.in_context("cell", "does not contain"),
    "greater_than": Text.in_context("cell", "is greater than"),
    "greater_or_equal": Text.in_context("cell", "is at least"),
    "less_than": Text.in_context("cell", "is less than"),
    "less_or_equal": Text.in_context("cell", "is at most"),
    "is_empty": Text.in_context("cell", "is empty"),
    "is_not_empty": Text.in_context("cell", "is not empty"),
}
_WITH_VALUE = [name for name in _OPERATORS if name not in ("is_empty", "is_not_empty")]
_OWN_COLUMNS = {"id": Text("Id"), "created_at": Text("Created"), "updated_at": Text("Changed")}
KEY, ROW = "<key column>", "<id or key>"
"""Placeholders for parameters named by the table."""


@dataclass(frozen=True, slots=True)
class TableOperation:
    title: Text
    help: Text
    form: Form
    """Returns the properties of its parameters: takes the columns, and the key column's key."""
    required: Sequence[str]
    meaning: Callable[[JsonObject], TableWrite | RowQuery]
    """Returns what the arguments mean, defaults filled in."""
    cells_at: Literal["arguments", "rows", "key", "nowhere"] = "nowhere"
    """Location of cells: among the arguments, in a list of rows, or one as `key`."""
    needs_key: bool = False
    needs_number: bool = False


def parameters_form(operation: TableOperation, columns: Sequence[TableColumn], key_column: str) -> JsonObject:
    """Return the JSON Schema of a function of a table with these columns."""
    properties = operation.form(columns, key_column)
    row = "key" if key_column else "id"
    required = [{KEY: key_column, ROW: row}.get(name, name) for name in operation.required]
    return {
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
        **({"required": required} if required else {}),
    }


def _cells(columns: Sequence[TableColumn], key_column: str = "") -> JsonObject:
    return {column.key: _cell(column) for column in columns}


def _cell(column: TableColumn) -> JsonObject:
    if column.type != "choice":
        return {**_TYPES[column.type], **ui(Text.verbatim(column.name))}
    labels = {choice: Text.verbatim(choice) for choice in column.choices}
    return {**_TYPES["choice"], "enum": column.choices, **ui(Text.verbatim(column.name), enum_labels=labels)}


def _rows(columns: Sequence[TableColumn], key_column: str) -> JsonObject:
    row = {"type": "object", "properties": _cells(columns), "additionalProperties": False}
    rows = {"type": "array", "items": row, "minItems": 1, "maxItems": MAX_ROWS_AT_ONCE}
    return {"rows": {**rows, **ui("Rows", Text("Up to {most}.", most=MAX_ROWS_AT_ONCE), widget="rows")}}


def _update(columns: Sequence[TableColumn], key_column: str) -> JsonObject:
    return {"id": _ROW_ID, **_cells(columns)}


def _query(columns: Sequence[TableColumn], key_column: str) -> JsonObject:
    titles = {column.key: Text.verbatim(column.name) for column in columns} | _OWN_COLUMNS
    names = list(titles)
    condition = {
        "type": "object",
        "properties": {
            "column": {"type": "string", "enum": names, **ui("Column", enum_labels=titles)},
            "operator": {
                "type": "string",
                "enum": list(_OPERATORS),
                "default": "equals",
                **ui("Condition", enum_labels=_OPERATORS),
            },
            "value": ui(
                "Value",
                "Of the column's type. Not needed when checking for empty cells.",
                show_if={"operator": _WITH_VALUE},
            ),
        },
        "required": ["column"],
        "additionalProperties": False,
    }
    sorts = [sign + name for name in names for sign in ("", "-")]
    return {
        "where": {
            "type": "array",
            "items": condition,
            "maxItems": 20,
            "default": [],
            **ui("Conditions", widget="rows"),
        },
        "match": {"type": "string", "enum": ["all", "any"], "default": "all", **ui("Conditions that must hold")},
        "search": {"type": "string", "maxLength": 200, "default": "", **ui("Search", "Part of any text.")},
        "sort": {
            "type": "string",
            "enum": ["", *sorts],
            "default": "",
            **ui(
                "Sort by",
                "Put “-” before it for descending order. By default, rows come in the order in which they were added.",
            ),
        },
        "limit": {"type": "integer", "minimum": 1, "maximum": MAX_ROWS_AT_ONCE, "default": 100, **ui("Max rows")},
        "offset": {"type": "integer", "minimum": 0, "maximum": 1_000_000, "default": 0, **ui("Rows to skip")},
    }


def _increment(columns: Sequence[TableColumn], key_column: str) -> JsonObject:
    numbers = [column.key for column in columns if column.type == "number"]
    key = next((column for column in columns if column.key == key_column), None)
    return {
        **({"key": _cell(key)} if key else {"id": _ROW_ID}),
        "column": {"type": "string", "enum": numbers, **ui("Column")},
        "by": {"type": "number", "default": 1, **ui("Add", "Use a negative number to subtract.")},
    }


def _query_of(given: JsonObject) -> RowQuery:
    return RowQuery(
        [RowCondition(one["column"], one.get("operator") or "equals", one.get("value")) for one in given["where"]],
        given["match"],
        given["search"],
        given["sort"],
        given["offset"],
        given["limit"],
    )


OPERATIONS: Mapping[str, TableOperation] = {
    "query": TableOperation(
        Text.in_context("table", "Query"),
        Text("Find rows by conditions on their columns, sorted and in pages."),
        _query,
        (),
        _query_of,
    ),
    "insert": TableOperation(
        Text.in_context("table", "Insert"), Text("Add a row."), _cells, (), InsertRow, "arguments"
    ),
    "insert_many": TableOperation(
        Text.in_context("table", "Insert many"),
        Text("Add several rows."),
        _rows,
        ("rows",),
        lambda given: InsertRows(given["rows"]),
        "rows",
    ),
    "upsert": TableOperation(
        Text.in_context("table", "Upsert"),
        Text("Change the row with this value in the key column, or add it."),
        _cells,
        (KEY,),
        UpsertRow,
        "arguments",
        needs_key=True,
    ),
    "update": TableOperation(
        Text.in_context("table", "Update"),
        Text("Change the given columns of a row; others stay."),
        _update,
        ("id",),
        lambda given: UpdateRow(given["id"], {name: value for name, value in given.items() if name != "id"}),
        "arguments",
    ),
    "delete": TableOperation(
        Text.in_context("table", "Delete"),
        Text("Delete a row."),
        lambda columns, key_column: {"id": _ROW_ID},
        ("id",),
        lambda given: DeleteRow(given["id"]),
    ),
    "increment": TableOperation(
        Text.in_context("table", "Increment"),
        Text("Add to a number in a row. With a key column, the row is added where it is missing."),
        _increment,
        (ROW, "column"),
        lambda given: IncrementCell(given["column"], given["by"], given.get("id"), given.get("key")),
        "key",
        needs_number=True,
    ),
}


def fitting_operations(table: KnownTable) -> list[str]:
    """Return the names of the functions that make sense for a table with these columns."""
    has_number = any(column.type == "number" for column in table.columns)
    return [
        name
        for name, operation in OPERATIONS.items()
        if (table.key_column or not operation.needs_key) and (has_number or not operation.needs_number)
    ]
