"""What is filled in of an MCP server, and one of its tools as a configured tool. Pure."""

from typing import Literal

from pydantic import Field, field_validator

from tools.core.definitions import JsonObject, Text
from tools.executors.contract.executor import ToolModel
from tools.executors.contract.schema import ui
from tools.executors.http_request.settings import Address, HeaderRows

_HTTP = {"transport": ["http"]}


class McpServerConfig(ToolModel):
    """Where the server is, who we are to it, and which of its tools are offered."""

    transport: Literal["http", "stdio"] = Field(
        default="http",
        json_schema_extra=ui(
            "Connection",
            "连接方式",
            enum_labels={
                "http": Text("Streamable HTTP", "Streamable HTTP"),
                "stdio": Text("Program on this server (stdio)", "本服务器上的程序（stdio）"),
            },
            destination=True,
        ),
    )
    url: Address = Field(
        default="",
        json_schema_extra=ui(
            "Address",
            "服务器地址",
            "The server's MCP endpoint.",
            "服务器的 MCP 接口地址。",
            placeholder=Text("https://example.com/mcp", "https://example.com/mcp"),
            show_if=_HTTP,
            destination=True,
        ),
    )
    token: str = Field(
        default="",
        json_schema_extra=ui(
            "Token",
            "令牌",
            "Sent as “Authorization: Bearer …”. Empty: no such header.",
            "以“Authorization: Bearer …”发送，留空则不发送。",
            widget="secret",
            show_if=_HTTP,
        ),
    )
    headers: HeaderRows = Field(
        default_factory=list,
        json_schema_extra=ui(
            "Further headers",
            "其他请求头",
            "The model sees neither names nor values.",
            "模型看不到这里的名称和值。",
            widget="key-values",
            show_if=_HTTP,
        ),
    )
    program: str = Field(
        default="",
        max_length=100,
        json_schema_extra=ui(
            "Program",
            "程序",
            "Name of an entry in the operator's list of programs (MCP_PROGRAMS_FILE).",
            "运维人员程序列表（MCP_PROGRAMS_FILE）中的名称。",
            show_if={"transport": ["stdio"]},
            destination=True,
        ),
    )
    tools: list[str] = Field(
        default_factory=list,
        max_length=128,
        json_schema_extra=ui(
            "Tools",
            "工具",
            "Which of the server's tools are offered; none chosen: all of them.",
            "选择要提供的工具，不选则提供全部。",
            widget="functions",
        ),
    )
    trusts_hints: bool = Field(
        default=False,
        json_schema_extra=ui(
            "Trust the server's read-only marks",
            "相信服务器对只读工具的标注",
            "Calls of such tools may then be repeated after a failure, and run side by side.",
            "开启后，只读工具的调用失败时可以重试，也可以并行执行。",
        ),
    )
    timeout: int = Field(
        default=60_000,
        ge=1_000,
        le=600_000,
        json_schema_extra=ui("Time limit per call", "单次调用的超时时间", unit="ms"),
    )

    @field_validator("tools")
    @classmethod
    def _distinct_names(cls, names: list[str]) -> list[str]:
        return list(dict.fromkeys(name.strip() for name in names if name.strip()))


class McpFunctionConfig(McpServerConfig):
    """The settings, narrowed to one tool of the server; never stored."""

    function: str
    description: str
    input_schema: JsonObject
    read_only: bool
