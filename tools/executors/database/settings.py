"""What is filled in of a database question: once by a person, and each time by the model. Pure."""

import re
from typing import Literal

from pydantic import Field, ValidationInfo, field_validator

from tools.core.definitions import Text
from tools.core.errors import ToolArgumentsError
from tools.core.field_errors import refused_value
from tools.executors.contract.executor import ToolModel, ToolParameters
from tools.executors.contract.schema import ui
from tools.executors.database.statement import Engine, reading_statement

Tls = Literal["verify", "require", "disable"]
DEFAULT_PORTS: dict[Engine, int] = {"postgresql": 5432, "mysql": 3306, "sqlite": 0}
_SERVERS = {"engine": ["postgresql", "mysql"]}
_HOST = re.compile(r"[A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9])?\.?|\[?[0-9A-Fa-f:]+\]?")
_NAME = re.compile(r"[\w.$@ -]*")
_HOST_FORM = Text(
    "Enter a host name or an IP address, without scheme and port.", "请填写主机名或 IP 地址，不含协议和端口。"
)
_NAME_FORM = Text("Use letters, digits, blanks and . _ $ @ - only.", "只能包含字母、数字、空格以及 . _ $ @ -。")


class DatabaseQueryConfig(ToolModel):
    """Which database, as whom, and how much of it."""

    engine: Engine = Field(
        default="postgresql",
        json_schema_extra=ui(
            "Database",
            "数据库",
            enum_labels={
                "postgresql": Text("PostgreSQL", "PostgreSQL"),
                "mysql": Text("MySQL, MariaDB", "MySQL、MariaDB"),
                "sqlite": Text("SQLite file", "SQLite 文件"),
            },
            destination=True,
        ),
    )
    host: str = Field(
        default="",
        max_length=255,
        json_schema_extra=ui(
            "Host",
            "主机",
            "A host inside a private network must be allowed by the operator.",
            "内网主机须由运维人员放行。",
            show_if=_SERVERS,
            destination=True,
        ),
    )
    port: int | None = Field(
        default=None,
        ge=1,
        le=65535,
        json_schema_extra=ui(
            "Port", "端口", "Empty: 5432 or 3306.", "留空则为 5432 或 3306。", show_if=_SERVERS, destination=True
        ),
    )
    database: str = Field(
        default="", max_length=128, json_schema_extra=ui("Database name", "数据库名", show_if=_SERVERS)
    )
    username: str = Field(
        default="",
        max_length=128,
        json_schema_extra=ui(
            "User name", "用户名", "Preferably a read-only user.", "建议使用只读账号。", show_if=_SERVERS
        ),
    )
    password: str = Field(default="", json_schema_extra=ui("Password", "密码", widget="secret", show_if=_SERVERS))
    tls: Tls = Field(
        default="require",
        json_schema_extra=ui(
            "Encryption",
            "加密连接",
            show_if=_SERVERS,
            enum_labels={
                "verify": Text("Encrypted, certificate checked", "加密并校验证书"),
                "require": Text("Encrypted", "加密"),
                "disable": Text("Not encrypted", "不加密"),
            },
        ),
    )
    path: str = Field(
        default="",
        max_length=500,
        json_schema_extra=ui(
            "File",
            "文件",
            "Inside the folder that the operator set aside for database files.",
            "位于运维人员指定的数据库文件夹中。",
            show_if={"engine": ["sqlite"]},
        ),
    )
    sql: str = Field(
        default="",
        max_length=20_000,
        json_schema_extra=ui(
            "Statement",
            "SQL 语句",
            "Values that change are written :name. Empty: the model writes the statement.",
            "会变化的值写作 :name。留空则由模型编写语句。",
            widget="code",
            language="sql",
        ),
    )
    max_rows: int = Field(
        default=100, ge=1, le=5_000, json_schema_extra=ui("Max rows", "最多行数", "1 to 5,000.", "1 至 5,000。")
    )
    timeout: int = Field(
        default=10_000,
        ge=500,
        le=60_000,
        json_schema_extra=ui("Time limit", "超时时间", "500 to 60,000.", "500 至 60,000。", unit="ms"),
    )

    @field_validator("host")
    @classmethod
    def _is_host(cls, host: str) -> str:
        host = host.strip()
        if host and not _HOST.fullmatch(host):
            raise refused_value("host", _HOST_FORM)
        return host.strip("[]")

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
            try:
                reading_statement(sql, info.data["engine"])
            except ToolArgumentsError as error:
                raise refused_value("sql", error.text) from error
        return sql.strip()

    @property
    def used_port(self) -> int:
        """The port that is connected to."""
        return self.port or DEFAULT_PORTS[self.engine]


class DatabaseQueryParameters(ToolParameters):
    """What the model fills in."""

    sql: str = Field(
        min_length=1,
        max_length=20_000,
        json_schema_extra=ui(
            "Statement",
            "SQL 语句",
            "One SELECT statement. Write every value as :name and give it in params.",
            "一条 SELECT 语句。所有值都写作 :name，并在 params 中给出。",
            widget="code",
            language="sql",
        ),
    )
    params: dict[str, str | int | float | bool | None] = Field(
        default_factory=dict,
        max_length=100,
        json_schema_extra=ui(
            "Values", "参数值", "By the names in the statement.", "按语句中的名称填写。", widget="json"
        ),
    )
