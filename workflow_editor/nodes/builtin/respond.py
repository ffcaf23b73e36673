"""Respond: what the caller of a webhook gets in place of the run's output."""

import re
from collections.abc import Iterable
from typing import Any, Literal

from tools.core.call.summary import SummaryText
from tools.core.registered.files import NO_FILE, file_id_of
from tools.core.text import Text
from tools.executors.contract.schema import form_field
from workflow_editor.errors import NodeError
from workflow_editor.nodes.base import ConfigProblem, Example, NodeConfig, NodeOutcome, OutputField, PureNode
from workflow_editor.nodes.builtin.http_request_config import MAX_ROWS, Row
from workflow_editor.nodes.fields.json_field import json_value
from workflow_editor.nodes.meanings import JSON_FIELDS_ARE_ALIKE
from workflow_editor.nodes.ports import Variables

_WITH_BODY = ["json", "text", "html", "file"]
_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
"""Source: RFC 9110, section 5.6.2."""
_HEADERS = frozenset(
    {
        "cache-control", "content-disposition", "content-language", "content-type", "deprecation", "etag", "expires",
        "last-modified", "link", "location", "retry-after", "sunset", "vary", "www-authenticate",
    }
)  # fmt: skip
"""Allowed headers, in lower case. Others affect the whole origin or the connection: Clear-Site-Data signs people
out.
"""
_ACTED_UPON = re.compile(
    r"x-(accel|sendfile|lighttpd|litespeed|reproxy|internal|original|rewrite|forwarded|real|frame|content|xss|permitted"
    r"|dns|download|ua)\b"
)
"""Custom headers that are none: proxies and browsers do something when they read them."""
_WRONG_HEADER = Text("“{name}” is no header, or its value has a line break.", name="")
_WRONG_STATUS = Text("“{status}” is not a status between 200 and 599.", status="")


class RespondConfig(NodeConfig):
    kind: Literal["json", "text", "html", "file", "redirect", "empty"] = form_field(
        "Respond with",
        default="json",
        enum_labels={
            "json": Text.verbatim("JSON"),
            "text": Text("Text"),
            "html": Text.verbatim("HTML"),
            "file": Text("File"),
            "redirect": Text("Another address"),
            "empty": Text("Nothing"),
        },
    )
    body: str = form_field(
        "Body",
        "For JSON, a single reference keeps its type. A file is a reference to one, such as {{ inputs.file }}.",
        default="",
        widget="template",
        autofocus=True,
        show_if={"kind": _WITH_BODY},
    )
    location: str = form_field(
        "Address", default="", max_length=2000, widget="template-line", show_if={"kind": ["redirect"]}
    )
    status: str = form_field(
        "Status",
        "By default 200, or 302 for another address and 204 for nothing.",
        default="",
        max_length=200,
        widget="template-line",
        placeholder="200",
    )
    headers: list[Row] = form_field("Headers", default_factory=list, max_length=MAX_ROWS, widget="key-values")


_STATUS = {"redirect": 302, "empty": 204}


class RespondNode(PureNode[RespondConfig]):
    """Sets the caller's answer after the run; the last one wins."""

    id = "respond"
    category = "output"
    icon = "arrow-back-up"
    title = Text("Respond")
    help = Text("Sends the response to the caller of a webhook: status, headers and body.")
    keywords = Text("webhook, response, reply, redirect, status code")
    summary = (
        (
            SummaryText(Text("Redirect to {location}"), when={"kind": ["redirect"]}),
            SummaryText(Text("Nothing"), when={"kind": ["empty"]}),
            SummaryText(Text.verbatim("{body}")),
            SummaryText(Text("Empty body")),
        ),
    )
    needs = (ConfigProblem("location_missing", "/location", Text("Enter the address.")),)
    output_fields = (
        OutputField("status", "number", Text("Status")),
        OutputField("headers", "object", Text("Headers")),
        OutputField("body", "any", Text("Body")),
    )
    example = Example(
        Text("Answers with what was found."),
        config={"body": "{{ inputs.found }}", "status": "201"},
        inputs={"found": {"id": 7}},
        output={"kind": "json", "status": 201, "headers": {}, "body": {"id": 7}},
    )

    def templates(self, config: RespondConfig) -> Iterable[str]:
        return (config.body, config.location, config.status, *(row.value for row in config.headers))

    def evaluate(self, config: RespondConfig, variables: Variables) -> NodeOutcome:
        headers = dict(_header(row.key.strip(), variables.render(row.value)) for row in config.headers if row.key)
        body = _body(config, variables)
        if config.kind == "file" and file_id_of(body) is None:
            raise NodeError(NO_FILE, code="no_file")
        if config.kind == "redirect":
            name, address = _header("Location", variables.render(config.location))
            headers[name] = address
        status = _status(variables.render(config.status).strip(), _STATUS.get(config.kind, 200))
        shown = body if config.kind in _WITH_BODY else None
        return NodeOutcome({"kind": config.kind, "status": status, "headers": headers, "body": shown})


def _body(config: RespondConfig, variables: Variables) -> Any:
    match config.kind:
        case "json" if variables.version >= JSON_FIELDS_ARE_ALIKE:
            return json_value(config.body, variables)
        case "json" | "file":
            return variables.value(config.body)
        case _:
            return variables.render(config.body)


def may_set(header: str) -> bool:
    """Say whether an answer may set a header of this name: one of a list, or a custom one that nobody acts upon."""
    name = header.lower()
    return name in _HEADERS or (name.startswith("x-") and not _ACTED_UPON.match(name))


def _header(name: str, value: str) -> tuple[str, str]:
    value = value.strip()
    if not _HEADER_NAME.fullmatch(name) or "\n" in value or "\r" in value:
        raise NodeError(_WRONG_HEADER.filled(name=name[:100]), code="header_invalid")
    return name, value


def _status(written: str, usual: int) -> int:
    if not written:
        return usual
    if not written.isascii() or not written.isdecimal() or not 200 <= int(written[:6]) <= 599:
        raise NodeError(_WRONG_STATUS.filled(status=written[:20]), code="status_invalid")
    return int(written)
