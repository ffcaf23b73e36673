"""What the engine's parts tell each other and the adapters: plain data."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from tools.definitions import JsonObject, Text
from tools.envelope import MESSAGE_ZH
from workflow_editor.errors import NodeError
from workflow_editor.nodes.base import NodeWait

logger = logging.getLogger(__name__)

_INTERNAL = Text(
    "An internal error stopped this node; the server's log has the details.",
    "此节点遇到内部错误，详情见服务器日志。",
)

FinishedStatus = Literal["succeeded", "failed", "skipped"]


@dataclass(slots=True)
class Arrival:
    """What has arrived at a node with several incoming edges."""

    live: int = 0
    dead: int = 0
    fired: bool = False
    """True once the node has become ready or was skipped."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What follows from one fact."""

    ready: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NodeFailure:
    """Why a node failed, fit to be shown."""

    node_key: str
    code: str
    message: str
    retryable: bool = False
    details: JsonObject = field(default_factory=dict)

    def to_json(self) -> JsonObject:
        """Return `{code, message, details}`, the form of the event `node_failed`."""
        return {"code": self.code, "message": self.message, "details": self.details}

    def run_error(self) -> JsonObject:
        """Return `{code, message, node_key, details}`, the form of a run's error."""
        return {**self.to_json(), "node_key": self.node_key}


@dataclass(frozen=True, slots=True)
class FinishedNode:
    """A node that was decided inside a step."""

    key: str
    status: FinishedStatus
    output: JsonObject | None = None
    """Also present on a bypassed node, whose status is `skipped`."""
    ports: tuple[str, ...] = ()
    inputs: JsonObject = field(default_factory=dict)
    usage: JsonObject = field(default_factory=dict)
    failure: NodeFailure | None = None
    duration_ms: int = 0
    pinned: bool = False


@dataclass(frozen=True, slots=True)
class BegunWait:
    """A node that began to wait inside a step; its node run is to be stored as `waiting`, with a row for the wait."""

    key: str
    wait: NodeWait
    scope: str = ""


class World(Protocol):
    """What had happened in the run before this step."""

    @property
    def inputs(self) -> JsonObject:
        """The run's inputs."""
        ...

    def output(self, key: str) -> JsonObject | None:
        """Return the output of a finished node, None when it has none."""
        ...

    def ports(self, key: str) -> Sequence[str]:
        """Return the ports of a finished node that carried on; none for a node that was skipped or is not done."""
        ...


def failure_of(node_key: str, error: Exception) -> NodeFailure:
    """Tell why a node failed. Anything but a NodeError is a bug of ours: it is logged, and its text is not shown."""
    if isinstance(error, NodeError):
        return _failure(node_key, error.code, error.text, error.retryable, error.details)
    logger.error("node %s failed unexpectedly", node_key, exc_info=error)
    return _failure(node_key, "internal_error", _INTERNAL)


def _failure(
    node_key: str, code: str, text: Text, retryable: bool = False, details: Mapping[str, Any] | None = None
) -> NodeFailure:
    """Keep the Chinese sentence beside the English one, so that each reader of the run gets their own."""
    chinese = {MESSAGE_ZH: text.zh} if text.zh != text.en else {}
    return NodeFailure(node_key, code, text.en, retryable, {**(details or {}), **chinese})
