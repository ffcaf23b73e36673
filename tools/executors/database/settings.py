"""Settings and parameters of database tools. Pure."""

import re
from collections.abc import Callable
from typing import Annotated, Any, ClassVar, Literal, get_args

from pydantic import Field, ValidationInfo, field_validator

from tools.core.definitions import JsonObject
from tools.core.errors import ToolArgumentsError
from tools.core.field_errors import refused_value
from tools.core.text import Text
from tools.executors.contract.executor import ToolModel, ToolParameters
from tools.executors.contract.schema import form_field, ui
from tools.executors.database.scanner import Engine
from tools.executors.database.statement import Change, Statement, reading_statement, writing_statement
from tools.executors.shared.address_field import host_name

Tls = Literal["verify", "require", "disable"]
DEFAULT_PORTS: dict[Engine, int] = {"postgresql": 5432, "mysql": 3306, "sqlite": 0}
_SERVERS = {"engine": ["postgresql", "mysql"]}
_NAME = re.compile(r"[\w.$@ -]*")
_NAME_FORM = Text("Use only letters, digits, spaces and . _ $ @ -")


def _refuse_unless(check: Callable[..., Statement], *given: Any) -> None:
    try:
        check(*given)
    except ToolArgumentsError as error:
        raise refused_value("sql", error.text) from error


class DatabaseQueryConfig(ToolModel):
    """Database, account and read limits."""

    writes: ClassVar[bool] = False
    earlier: ClassVar[JsonObject] = {"exactValues": False}

    engine: Engine = form_field(
        "Database",
        default="postgresql",
        enum_labels={
            "postgresql": Text.verbatim("PostgreSQL"),
            "mysql": Text("MySQL, MariaDB"),
            "sqlite": Text("SQLite file"),
        },
        destination=True,
    )
    host: str = form_field(
        "Host",
        "Hosts in a private network must be allowed by the operator.",
        default="",
        max_length=255,
        show_if=_SERVERS,
        destination=True,
    )
    port: int | None = form_field(
        "Port", "By default 5432 or 3306.", default=None, ge=1, le=65535, show_if=_SERVERS, destination=True
    )
    database: str = form_field("Database name", default="", max_length=128, show_if=_SERVERS)
    username: str = form_field(
        "User name", "Preferably a read-only user.", default="", max_length=128, show_if=_SERVERS
    )
    password: str = form_field("Password", default="", widget="secret", show_if=_SERVERS)
    tls: Tls = form_field(
        "Encryption",
        default="require",
        show_if=_SERVERS,
        enum_labels={
            "verify": Text("Encrypted, certificate verified"),
            "require": Text("Encrypted"),
            "disable": Text("Not encrypted"),
        },
    )
    path: str = form_field(
        "File",
        "Inside the operator's folder for database files.",
        default="",
        max_length=500,
        show_if={"engine": ["sqlite"]},
    )
    sql: str = form_field(
        "Statement",
        "Write variable values as :name. The model writes the statement if you do not.",
        default="",
        max_length=20_000,
        widget="code",
        language="sql",
    )
    max_rows: int = form_field("Max rows", "1 to 5,000.", default=100, ge=1, le=5_000)
    timeout: int = form_field("Time limit", "0.5 to 60 s.", default=10_000, ge=500, le=60_000, unit="ms")
    exact_values: bool = form_field(
        "Exact values",
        "Returns intervals, times, bytes, NaN and long numbers exactly as the database holds them. When "
        "off, as in earlier versions.",
        default=True,
    )

    @field_validator("host")
    @classmethod
    def _is_host(cls, host: str) -> str:
        return host_name(host).strip("[]")

    @field_validator("database", "username")
    @classmethod
    def _is_name(cls, name: str) -> str:
        if not _NAME.fullmatch(name):
            raise refused_value("name", _NAME_FORM)
        return name

    @field_validator("sql")
    @classmethod
    def _reads(cls, sql: str, info: ValidationInfo) -> str:
        if sql.strip() and "engine" in info.data:
            cls._check(sql, info.data["engine"])
        return sql.strip()

    @classmethod
    def _check(cls, sql: str, engine: Engine) -> None:
        _refuse_unless(reading_statement, sql, engine)

    def statement(self, sql: str) -> Statement:
        """Check a statement against these settings. Raises ToolArgumentsError if it is not allowed."""
        return reading_statement(sql, self.engine)

    @property
    def used_port(self) -> int:
        """Port, the engine's default unless set."""
        return self.port or DEFAULT_PORTS[self.engine]


class DatabaseWriteConfig(DatabaseQueryConfig):
    """Database, account and allowed changes."""

    writes: ClassVar[bool] = True

    changes: list[Change] = Field(
        default_factory=lambda: ["insert", "update"],
        min_length=1,
        max_length=4,
        validate_default=True,
        json_schema_extra=ui(
            "Allowed changes",
            enum_labels={
                "insert": Text("Insert, also with ON CONFLICT (upsert)"),
                "update": Text("Update"),
                "delete": Text("Delete"),
                "call": Text("Call a procedure"),
            },
        ),
    )
    max_changed: int = form_field(
        "Max changed rows",
        "A statement that changes more is undone. What a procedure changes is not counted.",
        default=100,
        ge=1,
        le=100_000,
    )

    @classmethod
    def _check(cls, sql: str, engine: Engine) -> None:
        """Refuse what no choice of changes would allow; the choice is read after the statement."""
        _refuse_unless(writing_statement, sql, engine, get_args(Change))

    @field_validator("changes")
    @classmethod
    def _allow_the_statement(cls, changes: list[Change], info: ValidationInfo) -> list[Change]:
        sql = info.data.get("sql", "")
        if sql and "engine" in info.data:
            _refuse_unless(writing_statement, sql, info.data["engine"], changes)
        return list(dict.fromkeys(changes))

    def statement(self, sql: str) -> Statement:
        return writing_statement(sql, self.engine, self.changes)


class DatabaseQueryParameters(ToolParameters):
    sql: Annotated[
        str,
        form_field(
            "Statement",
            "One statement. Write every value as :name and pass it among the values.",
            min_length=1,
            max_length=20_000,
            widget="code",
            language="sql",
        ),
    ]
    params: dict[str, Any] = form_field(
        Text.in_context("parameters", "Values"),
        "Values by their names in the statement; a list for IN (:name).",
        default_factory=dict,
        max_length=100,
        widget="json",
    )
