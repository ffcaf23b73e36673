"""Changes rows of a database, by permission. No framework."""

from tools.core.definitions import EffectClass, OperationType
from tools.core.envelope import ToolResult, operation_success
from tools.core.errors import ToolConfigurationError
from tools.core.text import Text
from tools.executors.contract.executor import Invocation, Rehearsal, UiTool
from tools.executors.database.files import writable_file
from tools.executors.database.query import ENGINE_NAMES, DatabaseQueryExecutor, checked_statement, planned
from tools.executors.database.settings import DatabaseQueryConfig, DatabaseQueryParameters, DatabaseWriteConfig

_RUN = Text("The statement was run.")


class DatabaseWriteExecutor(DatabaseQueryExecutor):
    """`database_write`: one allowed statement with bound values, in one transaction, within a row limit."""

    name = "database_write"
    title = Text("Database write")
    help = Text("Insert, update or delete rows of a database, or call a procedure, with one SQL statement.")
    keywords = Text("sql, insert, update, upsert, delete, procedure, mysql, postgres, sqlite")
    icon = "database-edit"
    operation = OperationType.OPERATION
    listing = None
    nothing = None
    effect_class = EffectClass.UNREPEATABLE
    ui_tools = (UiTool("database-write", title, help, icon, DatabaseWriteConfig),)

    def describe(self, config: DatabaseQueryConfig) -> str:
        """Name the kind of database and the changes that are allowed."""
        settings = _settings(config)
        changes, name = ", ".join(settings.changes), ENGINE_NAMES[config.engine]
        return (
            f"Change rows of a {name} database with one SQL statement ({changes}); at most {settings.max_changed} rows."
        )

    def rehearse(
        self, config: DatabaseQueryConfig, parameters: DatabaseQueryParameters, invocation: Invocation
    ) -> Rehearsal:
        """Check the statement and its values; the database is not asked."""
        statement = checked_statement(config, parameters)
        if config.engine == "sqlite":
            writable_file(config.path, invocation.runtime.writable_database_files)
        return Rehearsal(Text("change rows, at most {count}", count=_settings(config).max_changed), planned(statement))

    def execute(
        self, config: DatabaseQueryConfig, parameters: DatabaseQueryParameters, invocation: Invocation
    ) -> ToolResult:
        """Return `changed`, and `columns`, `data` and `truncated` of what the statement gave back."""
        statement = checked_statement(config, parameters)
        # The drivers take a second and thirty megabytes; most servers never ask a database.
        from tools.executors.database.statement_execution import write_database

        written = write_database(_settings(config), statement, invocation)
        rows = written.rows
        data = {"changed": written.changed, "columns": rows.columns, "data": rows.rows, "truncated": rows.is_cut}
        changed = written.changed
        message = _RUN if changed is None else Text("Rows changed: {count}.", count=changed)
        return operation_success(data, message)


def _settings(config: DatabaseQueryConfig) -> DatabaseWriteConfig:
    if not isinstance(config, DatabaseWriteConfig):
        raise ToolConfigurationError(Text("Set up the database once more."))
    return config
