"""The parameters of a table's function: its schema decides their shape, its columns what a cell may hold. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

from pydantic import model_validator

from tools.core.definitions import JsonObject
from tools.core.field_errors import refused_value
from tools.core.table_columns import TableColumn, read_row
from tools.executors.contract.schema_parameters import SchemaParameters, parameters_for
from tools.executors.data_table.operations import OPERATIONS, TableOperation, parameters_form
from tools.executors.data_table.settings import DataTableFunctionConfig

_REMEMBERED = 512


class TableParameters(SchemaParameters):
    """Arguments of one table function; texts are converted to any cell type, since templates yield texts."""

    knows_null = False
    columns: ClassVar[Sequence[TableColumn]] = ()
    operation: ClassVar[TableOperation | None] = None
    defaults: ClassVar[JsonObject] = {}

    @model_validator(mode="before")
    @classmethod
    def _cells_fit(cls, given: JsonObject) -> JsonObject:
        keys = {column.key for column in cls.columns}
        for place, cells in _rows_in(given, cls.operation.cells_at if cls.operation else ""):
            wrong = read_row(cls.columns, {name: value for name, value in cells.items() if name in keys})[1]
            if wrong:
                raise refused_value(wrong[0].code, wrong[0].message, (*place, wrong[0].field))
        return given

    def filled(self) -> JsonObject:
        return {**self.defaults, **self.arguments()}


def table_schema(config: DataTableFunctionConfig) -> JsonObject:
    return parameters_form(OPERATIONS[config.function], config.columns, config.key_column)


def table_parameters(config: DataTableFunctionConfig) -> type[TableParameters]:
    return _table_parameters(
        config.function, tuple(map(TableColumn.model_dump_json, config.columns)), config.key_column
    )


@lru_cache(maxsize=_REMEMBERED)
def _table_parameters(function: str, columns_json: tuple[str, ...], key_column: str) -> type[TableParameters]:
    operation, columns = OPERATIONS[function], [TableColumn.model_validate_json(one) for one in columns_json]
    schema = parameters_form(operation, columns, key_column)
    properties = schema["properties"]
    members = {
        "validator": parameters_for({**schema, "properties": _any_cells(properties, operation, columns)}).validator,
        "columns": columns,
        "operation": operation,
        "defaults": {name: one["default"] for name, one in properties.items() if "default" in one},
        "__module__": __name__,
    }
    return type("TableArguments", (TableParameters,), members)


def _any_cells(properties: JsonObject, operation: TableOperation, columns: Sequence[TableColumn]) -> JsonObject:
    """Return the properties with cells that may hold anything: `_cells_fit` judges them."""
    any_cell: JsonObject = {column.key: {} for column in columns}
    if operation.cells_at == "rows":
        rows = properties["rows"]
        return {"rows": {**rows, "items": {**rows["items"], "properties": any_cell}}}
    loose = {"arguments": any_cell, "key": {"key": {}}}.get(operation.cells_at, {})
    return {name: loose.get(name, one) for name, one in properties.items()}


def _rows_in(given: JsonObject, cells_at: str) -> Iterator[tuple[tuple[int | str, ...], Mapping[str, Any]]]:
    if cells_at == "arguments":
        yield (), given
    elif cells_at == "rows" and isinstance(given.get("rows"), list):
        yield from ((("rows", index), row) for index, row in enumerate(given["rows"]) if isinstance(row, dict))
