"""Settings of an MCP server, and of one of its tools. Pure."""

from typing import Literal

from pydantic import Field, field_validator

from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.executors.contract.executor import ToolModel
from tools.executors.contract.schema import ui
from tools.executors.http_request.fields import credential_field
from tools.executors.http_request.settings import Address, HeaderRows

_HTTP = {"transport": ["http"]}


class McpServerConfig(ToolModel):
    """Server address, credential and offered tools."""

    transport: Literal["http", "stdio"] = Field(
        default="http",
        json_schema_extra=ui(
            "Connection",
            enum_labels={
                "http": Text.verbatim("Streamable HTTP"),
                "stdio": Text("Program on this server (stdio)"),
            },
            destination=True,
        ),
    )
    url: Address = Field(
        default="",
        json_schema_extra=ui(
            "URL",
            "The server's MCP endpoint.",
            placeholder=Text.verbatim("https://example.com/mcp"),
            show_if=_HTTP,
            destination=True,
        ),
    )
    credential: str = credential_field(
        Text("A connected account, or a stored token. Empty: the token below."), show_if=_HTTP
    )
    token: str = Field(
        default="",
        json_schema_extra=ui(
            "Token",
            "Sent as “Authorization: Bearer …”. Empty: no such header.",
            widget="secret",
            show_if={**_HTTP, "credential": [""]},
        ),
    )
    headers: HeaderRows = Field(
        default_factory=list,
        json_schema_extra=ui(
            "More headers",
            "The model sees neither names nor values.",
            widget="key-values",
            show_if=_HTTP,
        ),
    )
    program: str = Field(
        default="",
        max_length=100,
        json_schema_extra=ui(
            "Program",
            "Name of a program in the operator's list (MCP_PROGRAMS_FILE).",
            show_if={"transport": ["stdio"]},
            destination=True,
        ),
    )
    tools: list[str] = Field(
        default_factory=list,
        max_length=128,
        json_schema_extra=ui(
            "Tools",
            "The server's tools to offer. None selected: all.",
            widget="functions",
        ),
    )
    trusts_hints: bool = Field(
        default=False,
        json_schema_extra=ui(
            "Trust the server's read-only annotations",
            "Calls to read-only tools may then be retried after a failure and run in parallel.",
        ),
    )
    timeout: int = Field(
        default=60_000,
        ge=1_000,
        le=600_000,
        json_schema_extra=ui("Time limit per call", unit="ms"),
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
    output_schema: JsonObject | None = None
    read_only: bool
