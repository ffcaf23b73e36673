"""Tables as a tool. Pure."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

from pydantic import field_validator, model_validator

from tools.core.definitions import CallContext, EffectClass, JsonObject, OperationType
from tools.core.envelope import Nothing, ToolResult, empty, operation_success, query_success
from tools.core.errors import ToolArgumentsError, ToolConfigurationError
from tools.core.field_errors import refused_value
from tools.core.registered.tables import KnownTable, RowQuery, TableWrite
from tools.core.table_columns import TableColumn, read_row
from tools.core.text import Text
from tools.executors.contract.executor import (
    Executor,
    Invocation,
    Listing,
    Rehearsal,
    Runtime,
    ToolFunction,
    ToolModel,
    UiTool,
)
from tools.executors.contract.schema import form_field
from tools.executors.contract.schema_parameters import SchemaParameters, object_schema, parameters_for
from tools.executors.data_table.operations import OPERATIONS, TableOperation, fitting_operations, parameters_form
from tools.sessions.scope import SessionScope

_REMEMBERED = 512
_CHANGED = Text("The table was changed.")
_GONE = Text("The table does not exist any more, or you may not see it. Choose another one.")
_NO_FUNCTION = Text("Choose one of the table's functions.")


class DataTableConfig(ToolModel):
    table: str = form_field(
        "Table", "Who uses the tool must be allowed to see the table.", default="", max_length=64, widget="data-table"
    )
    functions: list[str] = form_field(
        "Functions",
        "What the tool may do with the table. Everything, if you select nothing.",
        default_factory=list,
        max_length=20,
        widget="functions",
    )

    @field_validator("functions")
    @classmethod
    def _distinct_names(cls, names: list[str]) -> list[str]:
        return list(dict.fromkeys(name.strip() for name in names if name.strip()))


class DataTableFunctionConfig(DataTableConfig):
    """The settings, narrowed to one function of the table; never stored."""

    function: str
    columns: list[TableColumn]
    key_column: str


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


class DataTableExecutor(Executor[DataTableConfig, SchemaParameters]):
    """`data_table`: rows of a table, which are untrusted content."""

    name = "data_table"
    title = Text("Table")
    help = Text("Read and write the rows of a table.")
    keywords = Text("database, rows, records, spreadsheet, store, count, collect")
    icon = "table-row"
    category = "data"
    untrusted_text = True
    resource_type = "document"
    operation = OperationType.OPERATION
    nothing = Nothing({"rows": [], "total": 0, "has_more": False}, goes_on=True)
    gives_functions = True
    required = ("table",)
    listing = Listing(items="rows", key="id", arguments={"sort": "-updated_at", "limit": 1000})
    ui_tools = (UiTool("data-table", title, help, icon, DataTableConfig),)

    def chosen_functions(self, config: DataTableConfig) -> Sequence[str]:
        return config.functions

    def with_all_functions(self, config: DataTableConfig) -> DataTableConfig:
        return config.model_copy(update={"functions": []})

    def functions(
        self, config: DataTableConfig, session: SessionScope, runtime: Runtime, *, as_known: bool
    ) -> Sequence[ToolFunction[DataTableConfig]]:
        """Return what can be done with the table as it is now."""
        table = runtime.tables.find(config.table, runtime.caller)
        if table is None:
            raise ToolConfigurationError(_GONE)
        chosen = config.functions or list(OPERATIONS)
        return [_function(name, config, table) for name in fitting_operations(table) if name in chosen]

    def parameters(self, config: DataTableConfig) -> type[SchemaParameters]:
        return table_parameters(config) if isinstance(config, DataTableFunctionConfig) else SchemaParameters

    def parameters_schema(self, config: DataTableConfig) -> JsonObject:
        """Return what the function asks for, made of the table's columns."""
        return object_schema(table_schema(config) if isinstance(config, DataTableFunctionConfig) else {})

    def effect(self, config: DataTableConfig, parameters: SchemaParameters, context: CallContext) -> EffectClass:
        """Return the class: a query changes nothing, and a write that carries the call's key is made once."""
        if isinstance(config, DataTableFunctionConfig) and config.function == "query":
            return EffectClass.PURE
        return EffectClass.REPEATABLE if context.idempotency_key else EffectClass.UNREPEATABLE

    def rehearse(self, config: DataTableConfig, parameters: SchemaParameters, invocation: Invocation) -> Rehearsal:
        """Answer as the call would, without writing: a query reads, a write is undone."""
        would, meaning = _meaning(config, parameters)
        tables, caller = invocation.runtime.tables, invocation.context.caller
        if isinstance(meaning, RowQuery):
            found = tables.query(config.table, meaning, caller)
        else:
            found = tables.rehearse(config.table, meaning, caller)
        return Rehearsal(would, found)

    def execute(self, config: DataTableConfig, parameters: SchemaParameters, invocation: Invocation) -> ToolResult:
        """Read or write; a write is stored in one transaction with the call's key."""
        _, meaning = _meaning(config, parameters)
        tables, context = invocation.runtime.tables, invocation.context
        if isinstance(meaning, RowQuery):
            found = tables.query(config.table, meaning, context.caller)
            message = Text("Rows found: {count}.", count=found["total"])
            return query_success(found, message) if found["rows"] else empty(OperationType.QUERY, message, found)
        return operation_success(tables.write(config.table, meaning, context), _CHANGED)


def _function(name: str, config: DataTableConfig, table: KnownTable) -> ToolFunction[DataTableConfig]:
    operation = OPERATIONS[name]
    narrow = DataTableFunctionConfig.model_construct(
        **dict(config),
        function=name,
        columns=list(table.columns),
        key_column=table.key_column,
    )
    return ToolFunction(name, operation.title.en, _description(name, table), narrow, operation.title, operation.help)


def _description(name: str, table: KnownTable) -> str:
    """Return what models read: what is done, to which table, and what its columns are called where keys do not say."""
    about = f" {table.description}" if table.description else ""
    named = ", ".join(f"{one.key} is “{one.name}”" for one in table.columns if one.key.lower() != one.name.lower())
    key = f" The key column is {table.key_column}." if table.key_column else ""
    return f"{OPERATIONS[name].help.en} Table “{table.name}”.{about}{key}" + (f" Columns: {named}." if named else "")


def _meaning(config: DataTableConfig, parameters: SchemaParameters) -> tuple[Text, TableWrite | RowQuery]:
    if not isinstance(config, DataTableFunctionConfig) or not isinstance(parameters, TableParameters):
        raise ToolArgumentsError(_NO_FUNCTION)
    operation = OPERATIONS[config.function]
    return _first_sentence(operation.help), operation.meaning(parameters.filled())


def _first_sentence(text: Text) -> Text:
    """Return it as the end of another sentence."""
    firsts = {
        code: re.split("[.\N{IDEOGRAPHIC FULL STOP}]", form, maxsplit=1)[0] for code, form in text.to_json().items()
    }
    return Text.of(**{code: first[:1].lower() + first[1:] for code, first in firsts.items()})
