"""Run events: base classes, and the events of a working node.

Each event is one class, in the past tense: its fields are stored, sent, exported to OpenAPI and generated for the front
end. Events of the engine are in `workflow_editor.engine.events`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, TypeVar

from pydantic import Field, TypeAdapter
from typing_extensions import TypeAliasType

from tools.core import definitions
from tools.core.tool_id import ToolId

# Named, so that the OpenAPI document refers to the shapes that HTTP has under these names.
JsonObject = TypeAliasType("JsonObject", definitions.JsonObject)
LocalText = TypeAliasType("LocalText", dict[str, str])
Status = TypeAliasType("Status", str)
Usage = TypeAliasType("Usage", definitions.JsonObject)

EVENT_TYPES: dict[str, type["Event"]] = {}
"""Each event class by its `type`; a class enters by being defined."""


@dataclass(frozen=True, slots=True)
class Event:
    """Base of all events. A field that has a default is left out of the payload while it holds that default."""

    type: ClassVar[str]

    def __init_subclass__(cls) -> None:
        if "type" in vars(cls):
            EVENT_TYPES[cls.type] = cls

    def payload(self) -> definitions.JsonObject:
        """Return the JSON form, without `node_key`, which is a column of its own."""
        always, when_true = _payload_fields(self.type)
        values = {name: getattr(self, name) for name in always}
        for name in when_true:
            if value := getattr(self, name):
                values[name] = value
        return values


E = TypeVar("E", bound=Event)


def read_event(event_class: type[E], node_key: str | None, payload: definitions.JsonObject) -> E:
    """Return a stored event as an instance of its class, of what `payload` returned and the column `node_key`."""
    about = {"node_key": node_key} if issubclass(event_class, NodeEvent) else {}
    event: E = _adapter(event_class.type).validate_python({**payload, **about})
    return event


@cache
def _adapter(type_: str) -> TypeAdapter[Any]:
    return TypeAdapter(EVENT_TYPES[type_])


@cache
def _payload_fields(type_: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of the fields without a default, and of those with one; every default is false."""
    members = [(member.name, member.default) for member in fields(EVENT_TYPES[type_]) if member.name != "node_key"]
    always = tuple(name for name, default in members if default is MISSING)
    return always, tuple(name for name, default in members if default is not MISSING)


@dataclass(frozen=True, slots=True)
class NodeEvent(Event):
    """Base of the events of one node; what emits while it works leaves both fields to its sink."""

    node_key: Annotated[str, Field(exclude=True)] = field(default="", kw_only=True)
    scope: str = field(default="", kw_only=True)
    """The pass of the containers around the node, "" outside of them."""

    def is_same_step(self, other: "NodeEvent") -> bool:
        """Return True when both are about the same round of a conversation, and the same tool call."""
        return all(getattr(self, name, None) == getattr(other, name, None) for name in ("round", "call_id"))


@dataclass(frozen=True, slots=True)
class NodeTextAppended(NodeEvent):
    """Model text was stored; `offset` counts characters from the start of the stream."""

    type = "node_text_appended"
    stream: str
    offset: int
    text: str


@dataclass(frozen=True, slots=True)
class ModelCallStarted(NodeEvent):
    """A model was asked; `round` counts model calls from 1."""

    type = "model_call_started"
    round: int
    model: str
    provider: str


@dataclass(frozen=True, slots=True)
class ModelCallFinished(NodeEvent):
    """A model replied with `tool_calls` tool calls.

    `first_text_ms` is the time of its first words, counted as `duration_ms`, None without any; `thoughts` are cut.
    """

    type = "model_call_finished"
    round: int
    finish_reason: str
    usage: Usage
    tool_calls: int
    duration_ms: int
    first_text_ms: int | None = None
    thoughts: str = ""


@dataclass(frozen=True, slots=True)
class ToolCallStarted(NodeEvent):
    """A tool was called; `arguments` are redacted, `tool_id` is empty when the model made the name up."""

    type = "tool_call_started"
    call_id: str
    round: int
    tool_id: ToolId
    function: str
    title: str
    arguments: JsonObject


@dataclass(frozen=True, slots=True)
class ToolCallFinished(NodeEvent):
    """A tool call ended; `result` is the envelope, redacted and cut, `translations` has its message by language."""

    type = "tool_call_finished"
    call_id: str
    round: int
    tool_id: ToolId
    function: str
    title: str
    success: bool
    result: JsonObject
    duration_ms: int
    test_mode: bool
    translations: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ToolsOffered(NodeEvent):
    """`count` is how many tools the model may call; emitted before its first round when any were wanted."""

    type = "tools_offered"
    count: int


@dataclass(frozen=True, slots=True)
class ToolSkipped(NodeEvent):
    """A wanted tool was not offered; `code` as in `tools.core.definitions.SkippedTool`."""

    type = "tool_skipped"
    tool_id: ToolId
    title: str
    code: str
    message: LocalText


@dataclass(frozen=True, slots=True)
class ChildRunStarted(NodeEvent):
    """A tool call started a run of its own, which the node waits for; `title` is the tool's."""

    type = "child_run_started"
    call_id: str
    round: int
    run_id: str
    title: str


@dataclass(frozen=True, slots=True)
class ChildRunFinished(NodeEvent):
    """The run of a tool call ended with `status`."""

    type = "child_run_finished"
    call_id: str
    round: int
    run_id: str
    title: str
    status: Status


@dataclass(frozen=True, slots=True)
class KnowledgeSearched(NodeEvent):
    """Passages of a knowledge base are in the prompt, numbered; `found` counts those that did not fit as well."""

    type = "knowledge_searched"
    knowledge_base: str
    found: int
    passages: Sequence[JsonObject]
    duration_ms: int


@dataclass(frozen=True, slots=True)
class KnowledgeSkipped(NodeEvent):
    """The node continues without knowledge: the knowledge base is gone, or its service is down."""

    type = "knowledge_skipped"
    knowledge_base: str
    code: str
    message: LocalText


@dataclass(frozen=True, slots=True)
class NodeLog(NodeEvent):
    """A node wrote a line for people."""

    type = "node_log"
    level: Literal["info", "warning", "error"]
    message: str
