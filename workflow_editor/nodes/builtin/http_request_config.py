"""Config of an HTTP request node; its form is generated from this."""

from collections.abc import Sequence
from typing import Any, Literal, get_args

from pydantic import ConfigDict

from tools.core.text import Text
from tools.executors.contract.schema import arranged, form_field, groups
from tools.executors.http_request.fields import (
    SIGNED,
    AuthType,
    HttpRequestFields,
    body_type_field,
    credential_field,
    url_field,
)
from tools.executors.http_request.paging import PAGES_GROUP
from tools.executors.http_request.settings import MAY_HAVE_BODY, Method
from workflow_editor.nodes.base import NodeConfig

BodyType = Literal["none", "json", "form", "raw", "multipart", "file"]
MAX_ROWS = 100
TYPED: Sequence[AuthType] = ("basic", "bearer", "apikey")
"""Ways for which the secret may come from a variable."""
_SECRET_HELP = Text("A variable such as {{ inputs.token }}. Secrets themselves are not stored in a workflow.")


class Row(NodeConfig):
    """A name and a value; the value is a template."""

    key: str = form_field("Name", default="", max_length=200)
    value: str = form_field("Value", default="", widget="template-line")


def _rows_field(title: Text, **x: Any) -> Any:
    return form_field(title, default_factory=list, max_length=MAX_ROWS, widget="key-values", **x)


class HttpRequestNodeConfig(HttpRequestFields, NodeConfig):
    model_config = ConfigDict(
        json_schema_extra=arranged(
            groups(
                ("request", Text("Request"), False),
                ("body", Text("Body"), False),
                ("auth", Text("Authentication"), True),
                ("answer", Text("Response"), True),
                PAGES_GROUP,
            ),
            {
                "request": ("method", "url", "query", "headers"),
                "body": ("bodyType", "body", "form"),
                "auth": ("authType", "credential", "authUsername", "authName", "authPlace", "authSecret"),
                "answer": ("responseType", "keepsCookies", "onErrorStatus", "timeout", "sendsIdempotencyKey"),
            },
        )
    )

    method: Method = form_field("Method", default="GET")
    url: str = url_field(
        Text("http or https. May contain variables. A cURL command that is pasted here fills in the form."),
        widget="request-url",
    )
    query: list[Row] = _rows_field(Text("Query parameters"))
    headers: list[Row] = _rows_field(Text("Headers"))
    body_type: BodyType = body_type_field(*get_args(BodyType), default="none", show_if={"method": MAY_HAVE_BODY})
    body: str = form_field(
        "Body",
        "For JSON, a single reference keeps its type. Inside JSON, use {{ value | json }}. "
        "A file is a reference to one.",
        default="",
        widget="template",
        show_if={"method": MAY_HAVE_BODY, "bodyType": ["json", "raw", "file"]},
    )
    form: list[Row] = _rows_field(
        Text("Form fields"), show_if={"method": MAY_HAVE_BODY, "bodyType": ["form", "multipart"]}
    )
    credential: str = credential_field(
        Text(
            "One of your stored credentials. The workflow stores only a reference, and only your own runs can use it."
        ),
        show_if={"authType": SIGNED},
    )
    auth_username: str = form_field(
        "User name",
        default="",
        widget="template-line",
        show_if={"authType": ["basic"], "credential": [""]},
    )
    auth_secret: str = form_field(
        "Password, token or key",
        _SECRET_HELP,
        default="",
        widget="template-line",
        show_if={"authType": TYPED, "credential": [""]},
    )
    keeps_cookies: bool = form_field(
        "Keep cookies",
        "Later requests of the run send the cookies that the server has set, as in a browser.",
        default=True,
    )
    on_error_status: Literal["fail", "continue"] = form_field(
        "When the status is not 2xx",
        default="fail",
        enum_labels={
            "fail": Text("Fail"),
            "continue": Text("Continue with the response"),
        },
    )
