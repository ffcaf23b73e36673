"""Webhook: a request to an address of its own starts a run."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError

from tools.core.call.summary import SummaryText
from tools.core.definitions import JsonObject
from tools.core.field_errors import field_errors, in_form
from tools.core.text import Text
from tools.executors.contract.schema import form_field, groups
from workflow_editor.nodes.base import ConfigProblem, Example, OutputField
from workflow_editor.nodes.fields.origins import EVERY_PAGE, origin_problems, read_origins
from workflow_editor.nodes.triggers import Fills, TriggerConfig, TriggerNode
from workflow_editor.triggers.registry import SENDERS
from workflow_editor.triggers.webhooks.networks import entries, is_in_networks, network
from workflow_editor.triggers.webhooks.repeats import EqualBodies

Method = Literal["POST", "GET", "PUT", "PATCH", "DELETE", "any"]
MAX_BODY_BYTES = 16 * 1024 * 1024
LONGEST_WAIT_S = 120
_METHODS = {name: Text.verbatim(name) for name in ("POST", "GET", "PUT", "PATCH", "DELETE")} | {"any": Text("Any")}
_NO_NETWORK = Text("“{line}” is no address and no network. Write it as 192.0.2.7 or 192.0.2.0/24, or in IPv6.", line="")
_NO_SENDER = Text("Choose who sends the requests.")
_PART = r"([0-9A-Za-z_.~-]+|:[A-Za-z_][0-9A-Za-z_]*)"
_Path = Annotated[
    str,
    Field(pattern=rf"^/?({_PART}(/{_PART})*)?/?$"),
    in_form(Text("Use letters, digits, “.”, “_”, “~” and “-” between slashes; a value is “:” and a name.")),
]


class WebhookConfig(TriggerConfig):
    method: Method = form_field("Method", default="POST", enum_labels=_METHODS)
    path: _Path = form_field(
        "Path",
        "Added to the address, such as orders/:id. A part with a colon is a value.",
        default="",
        max_length=200,
    )
    sender: str = form_field(
        "Sent by", "How requests prove where they come from.", default="none", max_length=64, widget="sender"
    )
    sender_settings: dict[str, Any] = form_field("Settings of the sender", default_factory=dict, widget="hidden")
    """In the form of the sender's own settings."""
    respond: Literal["at_once", "when_done", "stream"] = form_field(
        "Response",
        default="at_once",
        enum_labels={
            "at_once": Text("Immediately, with the address of the run"),
            "when_done": Text("With the run's output, when it is done"),
            "stream": Text("As a stream: the text as it is written, then the output"),
        },
    )
    wait_s: int = form_field(
        "Wait at most", default=30, ge=1, le=LONGEST_WAIT_S, unit="s", show_if={"respond": ["when_done"]}
    )
    equal_bodies: EqualBodies = form_field(
        "Requests with equal bodies",
        "For senders that sign neither a time nor an ID. Identical requests are recognized for 30 days.",
        default="by_proof",
        enum_labels={
            "by_proof": Text("One run if the body is signed, else a run each time"),
            "once": Text("One run"),
            "again": Text("A run each time"),
        },
        show_if={"sender": ["none", "basic", "header", "bearer", "hmac", "github", "gitlab", "shopify"]},
        group="access",
    )
    allowed_networks: str = form_field(
        "Only from these addresses",
        "Addresses or networks such as 192.0.2.0/24 and 2001:db8::/32, one per line. Without any, "
        "requests may come from anywhere.",
        default="",
        max_length=4_000,
        widget="long-text",
        group="access",
    )
    allowed_origins: str = form_field(
        "Pages that may call it",
        "Origins such as https://www.example.com, one per line, or * for every page. Without any, no "
        "browser may call it.",
        default="",
        max_length=4_000,
        widget="long-text",
        group="access",
    )

    model_config = {
        "json_schema_extra": groups(("access", Text("Access and repeats"), True), ("more", Text("Failures"), True))
    }

    def admits(self, address: str) -> bool:
        """Say whether a client at this address may call; a line that is no network admits nobody."""
        lines = entries(self.allowed_networks)
        return not lines or is_in_networks(address, lines)

    def origin_for(self, origin: str) -> str:
        """Return what a browser is answered that calls from a page of this origin; empty when it may not."""
        allowed = read_origins(self.allowed_origins)
        if EVERY_PAGE in allowed:
            return EVERY_PAGE
        return origin if origin.lower() in allowed else ""


class WebhookNode(TriggerNode[WebhookConfig]):
    id = "webhook"
    icon = "webhook"
    title = Text("Webhook")
    help = Text("Starts a run when another service calls its address.")
    keywords = Text("trigger, http, callback, endpoint, api, github, slack, stripe")
    summary = (
        (
            *(SummaryText(sender.title, {"sender": [sender.id]}) for sender in SENDERS.values()),
            SummaryText(_NO_SENDER, missing=True),
        ),
    )
    output_fields = (
        OutputField("body", "any", Text("Body")),
        OutputField("files", "array", Text("Files")),
        OutputField("query", "object", Text("Query parameters")),
        OutputField("headers", "object", Text("Headers")),
        OutputField("path", "object", Text("Values of the path")),
        OutputField("method", "string", Text("Method")),
    )
    example = Example(
        Text("Starts a run for each new order."),
        config={"path": "orders/:id", "mapping": [{"name": "order", "value": "{{ trigger.path.id }}"}]},
        output={},
    )

    def problems(self, config: WebhookConfig) -> Sequence[ConfigProblem]:
        return [*super().problems(config), *_sender_problems(config), *_access_problems(config)]

    def values(self, arrived: JsonObject) -> JsonObject:
        body = arrived.get("body")
        return {**arrived["query"], **arrived["path"], **(body if isinstance(body, Mapping) else {})}

    def fills(self, config: WebhookConfig, name: str) -> Fills:
        is_in_path = f":{name}" in config.path.split("/")
        return "always" if is_in_path or config.maps(name) else "sometimes"


def _sender_problems(config: WebhookConfig) -> Iterator[ConfigProblem]:
    sender = SENDERS.get(config.sender)
    if sender is None:
        yield ConfigProblem("unknown_sender", "/sender", _NO_SENDER)
        return
    try:
        sender.settings_model.model_validate(config.sender_settings)
    except ValidationError as error:
        for found in field_errors(error):
            yield ConfigProblem(found.code, f"/senderSettings{found.pointer}", found.message)


def _access_problems(config: WebhookConfig) -> Iterator[ConfigProblem]:
    for line in entries(config.allowed_networks):
        if network(line) is None:
            yield ConfigProblem("network_invalid", "/allowedNetworks", _NO_NETWORK.filled(line=line[:100]))
    yield from origin_problems(config.allowed_origins, "/allowedOrigins")


def path_values(pattern: str, path: str) -> Mapping[str, str] | None:
    """Return what a path means by a pattern such as `orders/:id`; None when it does not fit."""
    wanted, given = ([part for part in whole.split("/") if part] for whole in (pattern, path))
    if len(wanted) != len(given):
        return None
    values: dict[str, str] = {}
    for part, found in zip(wanted, given, strict=True):
        if part.startswith(":"):
            values[part[1:]] = found
        elif part != found:
            return None
    return values
