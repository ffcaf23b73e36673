"""Asks a database, reading only. No framework."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from sqlalchemy import Connection, create_engine
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from tools.definitions import EffectClass, JsonObject, OperationType, Text
from tools.envelope import ToolResult, empty, query_success
from tools.errors import ToolArgumentsError
from tools.executors.base import Executor, Invocation, UiTool
from tools.executors.database.connections import DRIVERS, Driver, Target, allowed_file
from tools.executors.database.failures import DRIVER_ERRORS, database_error
from tools.executors.database.rows import Rows, read_rows
from tools.executors.database.settings import DatabaseQueryConfig, DatabaseQueryParameters
from tools.executors.database.statement import Statement, reading_statement

_BATCH = 100
_MARGIN_S = 1.0
"""So that the database's own time limit speaks before ours."""


class DatabaseQueryExecutor(Executor[DatabaseQueryConfig, DatabaseQueryParameters]):
    """`database_query`: one statement, bound values, a read-only transaction, limits of rows, bytes and time.

    Args:
        drivers: by engine; replaced in tests.
    """

    name = "database_query"
    title = Text("Database query", "数据库查询")
    help = Text("Read rows of a database with one SQL statement.", "用一条 SQL 语句读取数据库中的数据。")
    icon = "table"
    category = "data"
    foreign_text = True
    resource_type = "document"
    operation = OperationType.QUERY
    effect_class = EffectClass.REPEATABLE
    parameters_model = DatabaseQueryParameters
    ui_tools = (UiTool("database-query", title, help, "table", DatabaseQueryConfig),)

    def __init__(self, drivers: Mapping[str, Driver] = DRIVERS) -> None:
        self._drivers = drivers

    def bound(self, config: DatabaseQueryConfig) -> JsonObject:
        """Return the statement, when the person wrote it."""
        return {"sql": config.sql} if config.sql.strip() else {}

    def missing(self, config: DatabaseQueryConfig) -> Text | None:
        """Tell what is lacking to reach the database."""
        if config.engine == "sqlite":
            if not config.path:
                return Text("The database file is missing.", "缺少数据库文件。")
        elif not config.host or not config.username:
            return Text("Host or user name is missing.", "缺少主机或用户名。")
        return None

    def describe(self, config: DatabaseQueryConfig) -> str:
        """Name the kind of database, so that the model writes its dialect."""
        name = {"postgresql": "PostgreSQL", "mysql": "MySQL", "sqlite": "SQLite"}[config.engine]
        return f"Read rows of a {name} database with one SQL statement; at most {config.max_rows} rows come back."

    def parameters_schema(self, config: DatabaseQueryConfig) -> JsonObject:
        """Name the values that the person's statement wants."""
        schema = super().parameters_schema(config)
        if self.bound(config):
            names = sorted(reading_statement(config.sql, config.engine).parameters)
            schema["properties"]["params"] |= {"properties": {name: {} for name in names}, "required": names}
        return schema

    def rehearse(
        self, config: DatabaseQueryConfig, parameters: DatabaseQueryParameters, invocation: Invocation
    ) -> JsonObject:
        """Check the statement and its values."""
        statement = _checked(config, parameters)
        if config.engine == "sqlite":
            allowed_file(config.path, invocation.runtime.database_files)
        return {
            "would": f"read up to {config.max_rows} rows",
            "sql": str(statement.clause),
            "params": sorted(statement.parameters),
        }

    def execute(
        self, config: DatabaseQueryConfig, parameters: DatabaseQueryParameters, invocation: Invocation
    ) -> ToolResult:
        """Return `total`, `columns`, `data` (one object a row) and `truncated`."""
        statement = _checked(config, parameters)
        timeout_s = max(0.1, min(config.timeout / 1000, invocation.timeout_s - _MARGIN_S))
        found = self._read(config, statement, parameters.params, invocation, timeout_s)
        if not found.rows and not found.is_cut:
            return empty(OperationType.QUERY, "The database query returned no rows.")
        data = {"total": len(found.rows), "columns": found.columns, "data": found.rows, "truncated": found.is_cut}
        more = " There are more; narrow the query down." if found.is_cut else ""
        return query_success(data, f"The database returned {len(found.rows)} rows.{more}")

    def _read(
        self,
        config: DatabaseQueryConfig,
        statement: Statement,
        params: Mapping[str, Any],
        invocation: Invocation,
        timeout_s: float,
    ) -> Rows:
        driver = self._drivers[config.engine]
        target = _target(config, invocation, timeout_s)
        try:
            with _connected(driver, config, target) as (raw, connection):
                driver.begin(raw, connection, timeout_s)
                options = {"stream_results": True, "max_row_buffer": _BATCH}
                with connection.execute(statement.clause, dict(params), execution_options=options) as result:
                    return read_rows(list(result.keys()), result, config.max_rows)
        except (SQLAlchemyError, OSError, *DRIVER_ERRORS) as error:
            raise database_error(error) from error


def _checked(config: DatabaseQueryConfig, parameters: DatabaseQueryParameters) -> Statement:
    statement = reading_statement(parameters.sql, config.engine)
    lacking = sorted(statement.parameters - parameters.params.keys())
    unknown = sorted(parameters.params.keys() - statement.parameters)
    if lacking or unknown:
        raise ToolArgumentsError(
            Text(
                "The values in params must be those that the statement names; "
                f"lacking: {', '.join(lacking) or 'none'}, not in the statement: {', '.join(unknown) or 'none'}.",
                f"params 中的值须与语句中的名称一致；缺少：{'、'.join(lacking) or '无'}，"
                f"语句中没有：{'、'.join(unknown) or '无'}。",
            )
        )
    return statement


def _target(config: DatabaseQueryConfig, invocation: Invocation, timeout_s: float) -> Target:
    if config.engine == "sqlite":
        return Target((), invocation.runtime.database_files, timeout_s)
    addresses = invocation.runtime.outbound.addresses(config.host, config.used_port)
    return Target(addresses, None, timeout_s)


@contextmanager
def _connected(driver: Driver, config: DatabaseQueryConfig, target: Target) -> Iterator[tuple[Any, Connection]]:
    """Open a connection for one statement; it is broken off when the time is up, and never kept."""
    raw = driver.connect(config, target)
    engine = create_engine(f"{driver.dialect}://", creator=lambda: raw, poolclass=NullPool, hide_parameters=True)
    clock = threading.Timer(target.timeout_s + _MARGIN_S / 2, _stop, (driver, raw))
    clock.daemon = True
    clock.start()
    try:
        with engine.connect() as connection:
            yield raw, connection
    finally:
        clock.cancel()
        with suppress(*DRIVER_ERRORS):
            raw.close()


def _stop(driver: Driver, raw: Any) -> None:
    with suppress(OSError, *DRIVER_ERRORS):
        driver.stop(raw)
