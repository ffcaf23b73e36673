"""Asks a database, reading only. No framework."""

from collections.abc import Sequence
from typing import ClassVar

from tools.core.definitions import EffectClass, JsonObject, OperationType
from tools.core.envelope import Nothing, ToolResult, empty, query_success
from tools.core.field_errors import FieldError
from tools.core.text import Text, sentences
from tools.executors.contract.executor import Executor, Invocation, Listing, Rehearsal, UiTool, unfilled
from tools.executors.database.binding import BoundStatement, bound
from tools.executors.database.files import allowed_file
from tools.executors.database.settings import DatabaseQueryConfig, DatabaseQueryParameters
from tools.outbound.origins import origin

_NARROW_DOWN = Text("There are more; narrow the query down.")

ENGINE_NAMES = {"postgresql": "PostgreSQL", "mysql": "MySQL", "sqlite": "SQLite"}


class DatabaseQueryExecutor(Executor[DatabaseQueryConfig, DatabaseQueryParameters]):
    """`database_query`: one statement, bound values, a read-only transaction, limits of rows, bytes and time."""

    name = "database_query"
    title = Text("Database query")
    help = Text("Query a database with one SQL statement.")
    keywords = Text("sql, mysql, postgres, sqlite, table")
    icon = "database"
    category = "data"
    untrusted_text = True
    resource_type = "document"
    operation = OperationType.QUERY
    listing: ClassVar[Listing | None] = Listing(items="data")
    nothing: ClassVar[Nothing | None] = Nothing({"total": 0, "columns": [], "data": [], "truncated": False})
    effect_class = EffectClass.REPEATABLE
    ui_tools = (UiTool("database-query", title, help, icon, DatabaseQueryConfig),)

    def bound(self, config: DatabaseQueryConfig) -> JsonObject:
        return {"sql": config.sql} if config.sql.strip() else {}

    def missing(self, config: DatabaseQueryConfig) -> Sequence[FieldError]:
        return unfilled(config, "path") if config.engine == "sqlite" else unfilled(config, "host", "username")

    def origins(self, config: DatabaseQueryConfig) -> frozenset[str]:
        """Return the server; a file gets no password."""
        is_server = config.engine != "sqlite" and config.host
        return frozenset({origin(config.engine, config.host, config.used_port)} if is_server else ())

    def describe(self, config: DatabaseQueryConfig) -> str:
        """Name the kind of database, so that the model writes its dialect."""
        name = ENGINE_NAMES[config.engine]
        return f"Read rows of a {name} database with one SQL statement; at most {config.max_rows} rows come back."

    def parameters_schema(self, config: DatabaseQueryConfig) -> JsonObject:
        """Name the values that the person's statement wants."""
        schema = super().parameters_schema(config)
        if self.bound(config):
            names = sorted(config.statement(config.sql).parameters)
            schema["properties"]["params"] |= {"properties": {name: {} for name in names}, "required": names}
        return schema

    def rehearse(
        self, config: DatabaseQueryConfig, parameters: DatabaseQueryParameters, invocation: Invocation
    ) -> Rehearsal:
        statement = checked_statement(config, parameters)
        if config.engine == "sqlite":
            allowed_file(config.path, invocation.runtime.database_files)
        return Rehearsal(Text("read rows, at most {count}", count=config.max_rows), planned(statement))

    def execute(
        self, config: DatabaseQueryConfig, parameters: DatabaseQueryParameters, invocation: Invocation
    ) -> ToolResult:
        """Return `total`, `columns`, `data` (one object a row) and `truncated`."""
        statement = checked_statement(config, parameters)
        # The drivers take a second and thirty megabytes; most servers never ask a database.
        from tools.executors.database.statement_execution import read_database

        found = read_database(config, statement, invocation)
        if not found.rows and not found.is_cut:
            message = Text("The database query returned no rows.")
            return empty(OperationType.QUERY, message, {"columns": found.columns})
        data = {"total": len(found.rows), "columns": found.columns, "data": found.rows, "truncated": found.is_cut}
        message = Text("Rows returned by the database: {count}.", count=len(found.rows))
        return query_success(data, sentences([message, _NARROW_DOWN]) if found.is_cut else message)


def checked_statement(config: DatabaseQueryConfig, parameters: DatabaseQueryParameters) -> BoundStatement:
    """Return the bound statement. Raises ToolArgumentsError if it is not allowed, or its values do not fit."""
    return bound(config.statement(parameters.sql), parameters.params)


def planned(statement: BoundStatement) -> JsonObject:
    """Return what a rehearsal shows of it."""
    return {"sql": statement.statement.sql, "params": sorted(statement.statement.parameters)}
