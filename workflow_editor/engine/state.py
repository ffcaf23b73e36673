"""Data exchanged by the engine's parts and adapters."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal, Protocol

from tools.core.definitions import JsonObject
from tools.core.text import Text
from workflow_editor.engine.scopes import Address
from workflow_editor.errors import NodeError, failure_json
from workflow_editor.nodes.base import NodeWait
from workflow_editor.nodes.containers import PassEnd, PassExit

logger = logging.getLogger(__name__)

_INTERNAL = Text("An internal error stopped this node. Ask an administrator to look into the server log.")

FinishedStatus = Literal["succeeded", "failed", "skipped", "cancelled"]
PassStatus = Literal["running", "succeeded", "failed", "cancelled"]


@dataclass(slots=True)
class Arrival:
    """Arrivals at a node with several incoming edges."""

    live: int = 0
    dead: int = 0
    fired: bool = False
    """True once the node has become ready or was skipped."""
    sources: tuple[str, ...] = ()
    """Only of a join that waits for a number of edges: where those come from that carried something but a failure."""


@dataclass(frozen=True, slots=True)
class Decision:
    """Consequences of one fact, as node keys in its scope."""

    ready: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NodeFailure:
    """Why a node failed, fit to be shown."""

    node_key: str
    code: str
    text: Text
    retryable: bool = False
    details: JsonObject = field(default_factory=dict)

    def to_json(self) -> JsonObject:
        """Return `{code, message, translations, details}`, the form of the event `node_failed`."""
        return failure_json(self.code, self.text, self.details)

    def seen_from(self, container_key: str, scope: str) -> "NodeFailure":
        """Return the failure of a container that contains this one; `details["cause"]` names the origin."""
        cause = self.details.get("cause") or {"node_key": self.node_key, "scope": scope}
        return replace(self, node_key=container_key, retryable=False, details={**self.details, "cause": cause})

    def run_error(self) -> JsonObject:
        """Return `{code, message, translations, details, node_key}`, the form of a run's error."""
        return {**self.to_json(), "node_key": self.node_key}


@dataclass(frozen=True, slots=True)
class FinishedNode:
    """A node that was decided inside a step."""

    key: str
    status: FinishedStatus
    output: JsonObject | None = None
    """Also present on a bypassed node, with status `skipped`."""
    ports: tuple[str, ...] = ()
    inputs: JsonObject = field(default_factory=dict)
    usage: JsonObject = field(default_factory=dict)
    failure: NodeFailure | None = None
    duration_ms: int = 0
    pinned: bool = False
    scope: str = ""
    is_stored: bool = False
    """An earlier step stored the node run already: a container, which is open over many steps."""


@dataclass(frozen=True, slots=True)
class BegunWait:
    """A node that began to wait inside a step; its node run is to be stored as `waiting`, with a row for the wait."""

    key: str
    wait: NodeWait
    scope: str = ""


@dataclass(frozen=True, slots=True)
class Retry:
    """A failed attempt that is to be followed by another one, of at most `attempts`."""

    failure: NodeFailure
    delay_s: float
    attempts: int


@dataclass(slots=True)
class OpenPass:
    """One pass of a container, from its beginning until everything in it is decided."""

    value: JsonObject
    """The container's output as seen by the pass."""
    remaining: int
    """Undecided nodes of the body."""
    status: PassStatus = "running"
    output: Any = None
    error: JsonObject | None = None
    """`{code, message, details}` of a pass that failed."""
    exit: PassExit | None = None
    """Set when a node of the body ended it."""
    is_stored: bool = True
    """False for one that the present step has opened."""


@dataclass(slots=True)
class OpenContainer:
    """A container between its first pass and its end."""

    total: int | None
    """Number of passes; None if decided after each."""
    started_at: datetime
    next_index: int = 0
    open_passes: int = 0
    break_index: int | None = None
    """The lowest index of a pass that broke: none behind it begins, and none behind it counts."""
    last: Any = None
    """Without a total: the value of the newest pass that has ended with one."""
    is_pending: bool = False
    """More passes could begin after this step's limit; the next worker of the container continues."""
    is_over: bool = False
    is_stored: bool = True
    """False for one that the present step has opened."""
    items: Sequence[Any] = ()
    """Only of one that the present step has opened: one item per pass, to be stored with it."""


@dataclass(frozen=True, slots=True)
class SharedNode:
    """A node with an outcome from another run; `ports` carried on there, none when it was skipped."""

    key: str
    ports: Sequence[str]


@dataclass(frozen=True, slots=True)
class SharedPass:
    """An adopted pass of another run; its row is stored already."""

    end: PassEnd | None = None
    """Its successful end; None if it restarts after `nodes`."""
    nodes: Sequence[SharedNode] = ()
    """In the order in which they finished."""


class RunState(Protocol):
    """State of the run before this step."""

    @property
    def inputs(self) -> JsonObject: ...

    def load_word(self, word: str) -> JsonObject:
        """Return what one of `LOADED_WORDS` means: `trigger` is what arrived, empty when a person started the run."""
        ...

    def output(self, key: str, scope: str = "") -> JsonObject | None:
        """Return the output of a finished node, None when it has none."""
        ...

    def ports(self, key: str, scope: str = "") -> Sequence[str]:
        """Return the ports of a finished node that carried on; none for a node that was skipped or is not done."""
        ...

    def begun_nodes(self, scope: str) -> Mapping[str, bool]:
        """Return the nodes of a scope that earlier steps made ready, began or decided; True for those that are over."""
        ...

    def open_pass(self, scope: str) -> OpenPass:
        """Return a copy of the pass with this scope, which an earlier step opened."""
        ...

    def open_container(self, at: Address) -> OpenContainer:
        """Return a copy of a container's state, which an earlier step opened."""
        ...

    def item(self, container: Address, index: int) -> Any:
        """Return one of the items that were stored with a container."""
        ...

    def pass_ends(self, container: Address) -> Iterable[PassEnd]:
        """Return the passes of a container that ended in earlier steps or are shared, in order of their index."""
        ...

    def open_passes_after(self, container: Address, index: int) -> Sequence[int]:
        """Return the indexes above this one of the passes that earlier steps opened and that have not ended."""
        ...

    def shared_pass(self, container: Address, index: int) -> SharedPass | None:
        """Return what is shared of a pass that has not begun in this run, None when it begins as any other."""
        ...


def failure_of(node_key: str, error: Exception) -> NodeFailure:
    """Return a node's failure. Anything but a NodeError is our bug: it is logged, and its text is hidden."""
    if isinstance(error, NodeError):
        return NodeFailure(node_key, error.code, error.text, error.retryable, dict(error.details))
    logger.error("node %s failed unexpectedly", node_key, exc_info=error)
    return NodeFailure(node_key, "internal_error", _INTERNAL)
