"""Webhook: a request to an address of its own starts a run."""

import re
from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, Field

from tools.core.definitions import JsonObject
from tools.core.field_errors import refused_value
from tools.core.summary import field_line
from tools.core.text import Text
from tools.executors.contract.schema import ui
from workflow_editor.nodes.base import Example, OutputField
from workflow_editor.nodes.triggers import TriggerConfig, TriggerNode

Method = Literal["POST", "GET", "PUT", "PATCH", "DELETE", "any"]
MAX_BODY_BYTES = 16 * 1024 * 1024
LONGEST_WAIT_S = 120
_PATH_FORM = Text("Use letters, digits, “.”, “_”, “~” and “-” between slashes; a value is “:” and a name.")
_PATH = re.compile(r"(?:[\w.~-]+|:[a-z_]\w*)(?:/(?:[\w.~-]+|:[a-z_]\w*))*", re.ASCII | re.IGNORECASE)


def _formed_path(path: str) -> str:
    path = path.strip().strip("/")
    if path and not _PATH.fullmatch(path):
        raise refused_value("string_pattern_mismatch", _PATH_FORM)
    return path


class WebhookConfig(TriggerConfig):
    """Which requests are taken, from whom, and what they are answered."""

    method: Method = Field(default="POST", json_schema_extra=ui("Method", enum_labels={"any": Text("Any")}))
    path: Annotated[str, AfterValidator(_formed_path)] = Field(
        default="",
        max_length=200,
        json_schema_extra=ui("Path", "What follows the address, such as orders/:id. A part with a colon is a value."),
    )
    sender: str = Field(
        default="none", max_length=64, json_schema_extra=ui("Sent by", "How the sender proves itself.", widget="sender")
    )
    respond: Literal["at_once", "when_done"] = Field(
        default="at_once",
        json_schema_extra=ui(
            "Answer",
            enum_labels={
                "at_once": Text("At once, with the run's address"),
                "when_done": Text("With the run's output, when it is done"),
            },
        ),
    )
    wait_s: int = Field(
        default=30,
        ge=1,
        le=LONGEST_WAIT_S,
        json_schema_extra=ui("Wait at most", unit="s", show_if={"respond": ["when_done"]}),
    )


class WebhookNode(TriggerNode[WebhookConfig]):
    """Starts a run for each request to its address."""

    id = "webhook"
    icon = "webhook"
    title = Text("Webhook")
    help = Text("Starts a run when another service calls its address.")
    keywords = Text("trigger, http, callback, endpoint, api, github, slack, stripe")
    summary = (field_line("sender", Text("Sent by anybody"), missing=False),)
    output_fields: ClassVar[tuple[OutputField, ...]] = (
        OutputField("body", "any", Text("Body")),
        OutputField("query", "object", Text("Query parameters")),
        OutputField("headers", "object", Text("Headers")),
        OutputField("path", "object", Text("Values of the path")),
        OutputField("method", "string", Text("Method")),
    )
    config_model = WebhookConfig
    example = Example(
        Text("Starts a run for each new order."),
        config={"path": "orders/:id", "mapping": [{"name": "order", "value": "{{ trigger.path.id }}"}]},
        output={},
    )

    def values(self, arrived: JsonObject) -> JsonObject:
        body = arrived.get("body")
        return {**arrived["query"], **arrived["path"], **(body if isinstance(body, Mapping) else {})}


def path_values(pattern: str, path: str) -> Mapping[str, str] | None:
    """Return what a path means by a pattern such as `orders/:id`; None when it does not fit."""
    wanted = pattern.split("/") if pattern else []
    given = path.strip("/").split("/") if path.strip("/") else []
    if len(wanted) != len(given):
        return None
    values: dict[str, str] = {}
    for part, found in zip(wanted, given, strict=True):
        if part.startswith(":"):
            values[part[1:]] = found
        elif part != found:
            return None
    return values
