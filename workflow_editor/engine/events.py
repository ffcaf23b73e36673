"""The facts of a run, in the past tense: one class per event type, and their JSON payloads.

Payload keys are the field names, without `node_key`, which is a column of its own.
"""

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import orjson

from tools.core.definitions import JsonObject

MAX_OUTPUT_BYTES = 20_000
"""Longest output inside an event; the NodeRun keeps all of it."""


@dataclass(frozen=True, slots=True)
class Event:
    """Base of all events."""

    type: ClassVar[str]

    def payload(self) -> JsonObject:
        """Return the JSON form."""
        always, when_true = _PAYLOAD_FIELDS[self.type]
        values = {name: getattr(self, name) for name in always}
        for name in when_true:
            if value := getattr(self, name):
                values[name] = value
        return values


_LEFT_OUT_WHEN_FALSE = frozenset({"scope", "pinned", "bypass", "shared", "truncated", "caught"})


@dataclass(frozen=True, slots=True)
class RunQueued(Event):
    type = "run_queued"


@dataclass(frozen=True, slots=True)
class RunStarted(Event):
    type = "run_started"


@dataclass(frozen=True, slots=True)
class RunCancelRequested(Event):
    type = "run_cancel_requested"


@dataclass(frozen=True, slots=True)
class RunFinished(Event):
    """`error` is `{code, message, node_key, details}` or None; `usage` is `{input_tokens, output_tokens}`."""

    type = "run_finished"
    status: str
    output: JsonObject | None
    error: JsonObject | None
    usage: JsonObject
    duration_ms: int


@dataclass(frozen=True, slots=True)
class NodeEvent(Event):
    """Base of the events of one node; `scope` names the pass of the containers around it, "" outside of them."""

    node_key: str
    scope: str = field(default="", kw_only=True)


@dataclass(frozen=True, slots=True)
class NodeQueued(NodeEvent):
    type = "node_queued"


@dataclass(frozen=True, slots=True)
class NodeStarted(NodeEvent):
    """`attempt` counts from 1."""

    type = "node_started"
    attempt: int
    node_type: str
    name: str


@dataclass(frozen=True, slots=True)
class NodeTextAppended(NodeEvent):
    """`offset` counts characters from the start of the stream."""

    type = "node_text_appended"
    stream: str
    offset: int
    text: str


@dataclass(frozen=True, slots=True)
class ModelCallStarted(NodeEvent):
    """`round` counts model calls from 1."""

    type = "model_call_started"
    round: int
    model: str
    provider: str


@dataclass(frozen=True, slots=True)
class ModelCallFinished(NodeEvent):
    """`tool_calls` is how many calls the reply asks for."""

    type = "model_call_finished"
    round: int
    finish_reason: str
    usage: JsonObject
    tool_calls: int
    duration_ms: int


@dataclass(frozen=True, slots=True)
class ToolCallStarted(NodeEvent):
    """`arguments` are redacted."""

    type = "tool_call_started"
    call_id: str
    round: int
    tool_id: str
    function: str
    title: str
    arguments: JsonObject


@dataclass(frozen=True, slots=True)
class ToolCallFinished(NodeEvent):
    """`result` is the envelope, redacted and cut."""

    type = "tool_call_finished"
    call_id: str
    round: int
    tool_id: str
    function: str
    title: str
    success: bool
    result: JsonObject
    duration_ms: int
    test_mode: bool


@dataclass(frozen=True, slots=True)
class ToolsOffered(NodeEvent):
    """`count` is how many tools the model may call; emitted before its first round when any were wanted."""

    type = "tools_offered"
    count: int


@dataclass(frozen=True, slots=True)
class ToolSkipped(NodeEvent):
    """A wanted tool that was not offered; `code` as in `tools.core.definitions.SkippedTool`."""

    type = "tool_skipped"
    tool_id: str
    title: str
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class KnowledgeSearched(NodeEvent):
    """Passages of a knowledge base stand in the prompt, numbered; `found` counts those that did not fit as well."""

    type = "knowledge_searched"
    knowledge_base: str
    found: int
    passages: Sequence[JsonObject]
    duration_ms: int


@dataclass(frozen=True, slots=True)
class KnowledgeSkipped(NodeEvent):
    """The node goes on without knowledge: the knowledge base is gone, or its service is down."""

    type = "knowledge_skipped"
    knowledge_base: str
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class NodeLog(NodeEvent):
    """`level` is `info`, `warning` or `error`."""

    type = "node_log"
    level: str
    message: str


@dataclass(frozen=True, slots=True)
class NodeSucceeded(NodeEvent):
    """`output` is whole here and cut to 20 kB in the payload, which then says `truncated`.

    `shared`: the run took this over from the one that it was forked from.
    """

    type = "node_succeeded"
    output: JsonObject
    ports: Sequence[str]
    duration_ms: int
    pinned: bool = False
    shared: bool = False
    truncated: bool = False
    caught: JsonObject | None = None
    """`{code, message, details}` of the last attempt, when the node's policy lets it go on after a failure."""

    def payload(self) -> JsonObject:
        output, is_cut = cut_output(self.output)
        payload = {**Event.payload(self), "output": output, "ports": list(self.ports)}
        return {**payload, "truncated": True} if is_cut else payload


@dataclass(frozen=True, slots=True)
class NodeFailed(NodeEvent):
    """`error` is `{code, message, details}`."""

    type = "node_failed"
    error: JsonObject
    attempt: int
    duration_ms: int


@dataclass(frozen=True, slots=True)
class NodeRetryScheduled(NodeEvent):
    """`attempt` is the one that failed, `error` is `{code, message, details}`; the next begins in `delay_s` seconds."""

    type = "node_retry_scheduled"
    attempt: int
    delay_s: float
    error: JsonObject


@dataclass(frozen=True, slots=True)
class NodeWaiting(NodeEvent):
    """`due_at` is an ISO 8601 moment or None; `wait` is what the answer is about."""

    type = "node_waiting"
    kind: str
    due_at: str | None
    wait: JsonObject


@dataclass(frozen=True, slots=True)
class NodeResumed(NodeEvent):
    """`by` is the user name of who answered; None when the time was up."""

    type = "node_resumed"
    kind: str
    answer: JsonObject
    by: str | None


@dataclass(frozen=True, slots=True)
class NodeSkipped(NodeEvent):
    """`bypass` tells a node that somebody switched off from one on a branch that was not taken; `shared` as above."""

    type = "node_skipped"
    bypass: bool = False
    shared: bool = False


@dataclass(frozen=True, slots=True)
class NodeCancelled(NodeEvent):
    type = "node_cancelled"


_CLASSES: tuple[type[Event], ...] = (
    RunQueued,
    RunStarted,
    RunCancelRequested,
    RunFinished,
    NodeQueued,
    NodeStarted,
    NodeTextAppended,
    ModelCallStarted,
    ModelCallFinished,
    ToolCallStarted,
    ToolCallFinished,
    ToolsOffered,
    ToolSkipped,
    KnowledgeSearched,
    KnowledgeSkipped,
    NodeLog,
    NodeSucceeded,
    NodeFailed,
    NodeRetryScheduled,
    NodeWaiting,
    NodeResumed,
    NodeSkipped,
    NodeCancelled,
)


def _payload_fields(event_class: type[Event]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of the members that a payload always has, and of those that it has when they say something."""
    names = [field.name for field in dataclasses.fields(event_class) if field.name != "node_key"]
    always = tuple(name for name in names if name not in _LEFT_OUT_WHEN_FALSE)
    return always, tuple(name for name in names if name in _LEFT_OUT_WHEN_FALSE)


_PAYLOAD_FIELDS = {event_class.type: _payload_fields(event_class) for event_class in _CLASSES}
EVENT_CLASSES: Mapping[str, type[Event]] = {event_class.type: event_class for event_class in _CLASSES}


def event_from(type_: str, node_key: str | None, payload: Mapping[str, Any]) -> Event:
    """Read a stored event back; members that the class does not know are ignored.

    Raises:
        KeyError: there is no such event type.
        TypeError: the payload lacks a member.
    """
    event_class = EVENT_CLASSES[type_]
    names = {field.name for field in dataclasses.fields(event_class)}
    values = {name: value for name, value in payload.items() if name in names}
    if "node_key" in names:
        values["node_key"] = node_key
    return event_class(**values)


def cut_output(output: JsonObject, max_bytes: int = MAX_OUTPUT_BYTES) -> tuple[JsonObject, bool]:
    """Return an output that is small enough for an event, and whether something was left out.

    Long texts and lists are shortened first, then ever more, until the whole fits; the outer fields stay as long as
    they can.
    """
    if _size(output) <= max_bytes:
        return output, False
    longest = 4096
    while longest >= 16:
        shorter = _shortened(output, longest, depth=6)
        if isinstance(shorter, dict) and _size(shorter) <= max_bytes:
            return shorter, True
        longest //= 2
    return {}, True


def _size(value: Any) -> int:
    try:
        return len(orjson.dumps(value, default=str))
    except TypeError:
        # Integers beyond 64 bits and lone surrogates: rare, and too odd for orjson.
        return len(repr(value).encode("utf-8", "replace"))


def _shortened(value: Any, longest: int, depth: int) -> Any:
    """Cut texts to `longest` characters, lists and objects to a sixteenth of that many entries."""
    if isinstance(value, str):
        return value if len(value) <= longest else f"{value[:longest]}…"
    if depth == 0 and isinstance(value, dict | list):
        return "…"
    entries = max(longest // 16, 1)
    if isinstance(value, list):
        return [_shortened(item, longest, depth - 1) for item in value[:entries]]
    if isinstance(value, dict):
        kept = list(value.items())[:entries]
        return {name: _shortened(item, longest, depth - 1) for name, item in kept}
    return value
