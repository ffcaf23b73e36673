"""Config of an HTTP request node; its form is generated from this."""

from collections.abc import Sequence
from typing import Any, Literal

from pydantic import ConfigDict, Field

from tools.core.text import Text
from tools.executors.contract.schema import groups, ui
from tools.executors.http_request.bodies import ResponseType
from tools.executors.http_request.fields import (
    SIGNED,
    AuthPlace,
    AuthType,
    auth_name_field,
    auth_place_field,
    auth_type_field,
    credential_field,
    idempotency_field,
    paged_by_method_field,
    response_type_field,
    timeout_field,
    url_field,
)
from tools.executors.http_request.paging import PAGES_GROUP, PagedConfig
from tools.executors.http_request.settings import MAY_HAVE_BODY, Method
from workflow_editor.nodes.base import NodeConfig

MAX_ROWS = 100
TYPED: Sequence[AuthType] = ("basic", "bearer", "apikey")
"""Ways for which the secret may come from a variable."""
_SECRET_HELP = Text("A variable such as {{ inputs.token }}. Secrets themselves are not stored in a workflow.")


class Row(NodeConfig):
    """A name and a value; the value is a template."""

    key: str = Field(default="", max_length=200, json_schema_extra=ui("Name"))
    value: str = Field(default="", json_schema_extra=ui("Value", widget="template-line"))


def _rows_field(title: Text, **x: Any) -> Any:
    return Field(
        default_factory=list,
        max_length=MAX_ROWS,
        json_schema_extra=ui(title, widget="key-values", **x),
    )


class HttpRequestNodeConfig(PagedConfig, NodeConfig):
    """The request, how it is signed, and how its answer is read."""

    model_config = ConfigDict(
        json_schema_extra=groups(
            ("request", Text("Request"), False),
            ("body", Text("Body"), False),
            ("auth", Text("Authentication"), True),
            ("answer", Text.in_context("of a server", "Answer"), True),
            PAGES_GROUP,
        )
    )

    method: Method = Field(default="GET", json_schema_extra=ui("Method", group="request"))
    url: str = url_field(
        Text("http or https. May contain variables. A cURL command that is pasted here fills in the form."),
        widget="request-url",
        group="request",
    )
    query: list[Row] = _rows_field(Text("Query parameters"), group="request")
    headers: list[Row] = _rows_field(Text("Headers"), group="request")
    body_type: Literal["none", "json", "form", "raw", "multipart", "file"] = Field(
        default="none",
        json_schema_extra=ui(
            "Body type",
            group="body",
            show_if={"method": MAY_HAVE_BODY},
            enum_labels={
                "none": Text("None"),
                "json": Text.verbatim("JSON"),
                "form": Text("Form"),
                "raw": Text("Text"),
                "multipart": Text("Form with files"),
                "file": Text("File"),
            },
        ),
    )
    body: str = Field(
        default="",
        json_schema_extra=ui(
            "Body",
            "For JSON, a single reference keeps its type. Inside JSON, use {{ value | json }}. "
            "A file is a reference to one.",
            widget="template",
            group="body",
            show_if={"method": MAY_HAVE_BODY, "bodyType": ["json", "raw", "file"]},
        ),
    )
    form: list[Row] = _rows_field(
        Text("Form fields"), group="body", show_if={"method": MAY_HAVE_BODY, "bodyType": ["form", "multipart"]}
    )
    auth_type: AuthType = auth_type_field(group="auth")
    credential: str = credential_field(
        Text(
            "One of your stored credentials. The workflow stores only a reference, and only your own runs can use it."
        ),
        group="auth",
        show_if={"authType": SIGNED},
    )
    auth_username: str = Field(
        default="",
        json_schema_extra=ui(
            "User name",
            widget="template-line",
            group="auth",
            show_if={"authType": ["basic"], "credential": [""]},
        ),
    )
    auth_name: str = auth_name_field(group="auth")
    auth_place: AuthPlace = auth_place_field(group="auth")
    auth_secret: str = Field(
        default="",
        json_schema_extra=ui(
            "Password, token or key",
            _SECRET_HELP,
            widget="template-line",
            group="auth",
            show_if={"authType": TYPED, "credential": [""]},
        ),
    )
    response_type: ResponseType = response_type_field(group="answer")
    follows_pages: bool = paged_by_method_field()
    keeps_cookies: bool = Field(
        default=True,
        json_schema_extra=ui(
            "Keep cookies",
            "Later requests of the run send the cookies that the server has set, as in a browser.",
            group="answer",
        ),
    )
    on_error_status: Literal["fail", "continue"] = Field(
        default="fail",
        json_schema_extra=ui(
            "When the status is not 2xx",
            group="answer",
            enum_labels={
                "fail": Text("Fail"),
                "continue": Text("Continue with the response"),
            },
        ),
    )
    timeout: int = timeout_field(group="answer")
    sends_idempotency_key: bool = idempotency_field(group="answer")
