"""Tables as a tool. Pure."""

import re
from collections.abc import Sequence

from tools.core.call.nothing_found import Nothing
from tools.core.definitions import CallContext, EffectClass, JsonObject, OperationType
from tools.core.envelope import ToolResult, empty, operation_success, query_success
from tools.core.errors import ToolArgumentsError, ToolConfigurationError
from tools.core.registered.tables import KnownTable, RowQuery, TableWrite
from tools.core.text import Text
from tools.executors.contract.executor import Executor, Invocation, Listing, Runtime, ToolFunction, UiTool
from tools.executors.contract.rehearsal import Rehearsal
from tools.executors.contract.schema_parameters import SchemaParameters, object_schema
from tools.executors.data_table.operations import OPERATIONS, fitting_operations
from tools.executors.data_table.parameters import TableParameters, table_parameters, table_schema
from tools.executors.data_table.settings import DataTableConfig, DataTableFunctionConfig
from tools.sessions.scope import SessionScope

_CHANGED = Text("The table was changed.")
_GONE = Text("The table does not exist any more, or you may not see it. Choose another one.")
_NO_FUNCTION = Text("Choose one of the table's functions.")


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
    effect_class = EffectClass.UNREPEATABLE
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
