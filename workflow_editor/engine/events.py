"""Run events of the engine; those of a working node, and the base classes, are in `agents.core.events`.

A new event is a dataclass here or there, and its case in the front end's reducers (`frontend/src/runs/*.ts`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import GetPydanticSchema
from typing_extensions import TypeAliasType, TypedDict

from agents.core.events import Event, JsonObject, NodeEvent, Status, Usage
from tools.core import definitions
from tools.core.formats.json_text import write_json
from workflow_editor.engine.scopes import Address
from workflow_editor.nodes.base import NodeWait
from workflow_editor.nodes.waits import WaitJson

MAX_OUTPUT_BYTES = 20_000
"""Longest output inside an event; the NodeRun keeps all of it."""

RunError = TypeAliasType("RunError", definitions.JsonObject)
"""The shape that HTTP has under this name."""


class NodeErrorJson(TypedDict):
    code: str
    message: str
    translations: dict[str, str]
    details: JsonObject


NodeError = Annotated[definitions.JsonObject, GetPydanticSchema(lambda _, handler: handler(NodeErrorJson))]
"""`{code, message, translations, details}`, as `engine.state.NodeFailure` gives it."""


@dataclass(frozen=True, slots=True)
class RunQueued(Event):
    """A run was stored and starts when a slot is free."""

    type = "run_queued"


@dataclass(frozen=True, slots=True)
class RunStarted(Event):
    """The first step of a run was taken."""

    type = "run_started"


@dataclass(frozen=True, slots=True)
class RunCancelRequested(Event):
    """Somebody asked a run to stop."""

    type = "run_cancel_requested"


@dataclass(frozen=True, slots=True)
class RunFinished(Event):
    """A run ended with `status`; `nothing_ran`: its nodes only began it or chose its way."""

    type = "run_finished"
    status: Status
    output: JsonObject | None
    error: RunError | None
    usage: Usage
    duration_ms: int
    nothing_ran: bool = False


@dataclass(frozen=True, slots=True)
class NodeQueued(NodeEvent):
    """A node is ready and waits for a worker."""

    type = "node_queued"


@dataclass(frozen=True, slots=True)
class NodeStarted(NodeEvent):
    """An attempt began, or resumed after a wait or with another worker; `attempt` counts from 1."""

    type = "node_started"
    attempt: int
    node_type: str
    name: str


@dataclass(frozen=True, slots=True)
class NodeSucceeded(NodeEvent):
    """`output` is whole here and cut to 20 kB in the payload, which then has `truncated`.

    `shared`: adopted from the forked run. `caught`: the last attempt's error, if the node's policy continues after
    failures.
    """

    type = "node_succeeded"
    output: JsonObject
    ports: Sequence[str]
    duration_ms: int
    pinned: bool = False
    shared: bool = False
    truncated: bool = False
    caught: NodeError | None = None

    def payload(self) -> definitions.JsonObject:
        output, is_cut = cut_output(self.output)
        payload = {**NodeEvent.payload(self), "output": output, "ports": list(self.ports)}
        return {**payload, "truncated": True} if is_cut else payload


@dataclass(frozen=True, slots=True)
class NodeFailed(NodeEvent):
    """The last attempt of a node failed, and nothing catches it."""

    type = "node_failed"
    error: NodeError
    attempt: int
    duration_ms: int


@dataclass(frozen=True, slots=True)
class NodeRetryScheduled(NodeEvent):
    """`attempt` is the one that failed, of at most `attempts`; the next begins in `delay_s` seconds."""

    type = "node_retry_scheduled"
    attempt: int
    delay_s: float
    error: NodeError
    attempts: int = 0


@dataclass(frozen=True, slots=True)
class NodeWaiting(NodeEvent):
    """`due_at` is an ISO 8601 moment or None; `wait` is what the answer is about."""

    type = "node_waiting"
    due_at: str | None
    wait: WaitJson

    @staticmethod
    def of(wait: NodeWait, at: Address) -> "NodeWaiting":
        """Return the event of a node that begins to wait."""
        due_at = wait.due_at.isoformat() if wait.due_at else None
        return NodeWaiting(due_at, wait.about.to_json(), node_key=at.key, scope=at.scope)


@dataclass(frozen=True, slots=True)
class NodeResumed(NodeEvent):
    """`by` is the user name of the person who answered; None when the time was up."""

    type = "node_resumed"
    kind: str
    answer: JsonObject
    by: str | None


@dataclass(frozen=True, slots=True)
class NodeSkipped(NodeEvent):
    """`bypass` marks a disabled node, in contrast to a branch not taken. `shared` as in `NodeSucceeded`."""

    type = "node_skipped"
    bypass: bool = False
    shared: bool = False


@dataclass(frozen=True, slots=True)
class NodeCancelled(NodeEvent):
    """An open node was stopped."""

    type = "node_cancelled"


def cut_output(
    output: definitions.JsonObject, max_bytes: int = MAX_OUTPUT_BYTES
) -> tuple[definitions.JsonObject, bool]:
    """Return an output small enough for an event, and whether it was cut.

    Long texts and lists are shortened progressively; outer fields are preserved as long as possible.
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
        return len(write_json(value, default=str))
    except TypeError:
        # Lone surrogates: rare, and too odd for orjson.
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
