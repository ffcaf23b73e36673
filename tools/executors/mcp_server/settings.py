"""Settings of an MCP server, and of one of its tools. Pure."""

from typing import Literal, Self

from pydantic import field_validator

from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.executors.contract.executor import ToolModel
from tools.executors.contract.schema import form_field
from tools.executors.http_request.fields import credential_field, has_place, marked_address, marked_rows
from tools.executors.http_request.settings import Address
from tools.executors.signing.header_rows import HeaderRows
from tools.secrets.places import PLACE, Marks

_HTTP = {"transport": ["http"]}


class McpServerConfig(ToolModel):
    places_credential = True

    transport: Literal["http", "stdio"] = form_field(
        "Connection",
        default="http",
        enum_labels={
            "http": Text.verbatim("Streamable HTTP"),
            "stdio": Text("Program on this server (stdio)"),
        },
        destination=True,
    )
    url: Address = form_field(
        "URL",
        "The server's MCP endpoint.",
        default="",
        placeholder=Text.verbatim("https://example.com/mcp"),
        show_if=_HTTP,
        destination=True,
    )
    credential: str = credential_field(
        Text(
            "A connected account, or a stored token, sent as a bearer token, or in place of {place} in the URL and "
            "headers. Without one, the token below is used.",
            place=PLACE,
        ),
        show_if=_HTTP,
    )
    token: str = form_field(
        "Token",
        "Sent as “Authorization: Bearer …”, if you enter one.",
        default="",
        widget="secret",
        show_if={**_HTTP, "credential": [""]},
    )
    headers: HeaderRows = form_field(
        "More headers",
        "The model sees neither names nor values.",
        default_factory=list,
        widget="key-values",
        show_if=_HTTP,
    )
    program: str = form_field(
        "Program",
        "Name of a program in the operator's list (MCP_PROGRAMS_FILE).",
        default="",
        max_length=100,
        show_if={"transport": ["stdio"]},
        destination=True,
    )
    tools: list[str] = form_field(
        "Tools",
        "The server's tools to offer. All of them, if you select none.",
        default_factory=list,
        max_length=128,
        widget="functions",
    )
    trusts_hints: bool = form_field(
        "Trust the server's read-only annotations",
        "Calls to read-only tools may then be retried after a failure and run in parallel.",
        default=False,
    )
    timeout: int = form_field("Time limit per call", default=60_000, ge=1_000, le=600_000, unit="ms")

    @property
    def is_placed(self) -> bool:
        """True if the credential has a place of its own, so it is sent nowhere else."""
        return bool(self.credential) and has_place(self.url, (row.value for row in self.headers))

    def marked(self, marks: Marks) -> Self:
        headers = marked_rows(self.headers, marks)
        return self.model_copy(update={"url": marked_address(self.url, marks), "headers": headers})

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
