"""The workflow document: what the editor draws, a version stores and the engine compiles."""

import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, FailFast, Field
from pydantic.alias_generators import to_camel

from tools.core.field_errors import refused_value
from tools.core.text import Text
from workflow_editor.graph.limits import MAX_KEY, MAX_NAME

SCHEMA_VERSION = 1
KEY_PATTERN = r"^[0-9]*[A-Za-z_][A-Za-z0-9_]*$"
_KEY = re.compile(KEY_PATTERN)
_KEY_FORM = Text("Use letters from A to Z, digits and _, but not digits only.")
_NO_KEY = "__proto__"
"""In a browser it names what an object inherits from: nothing can be kept under it."""


class Position(BaseModel):
    """Canvas coordinates in pixels at zoom 1."""

    model_config = ConfigDict(extra="forbid")

    x: float = 0
    y: float = 0


class NodePolicy(BaseModel):
    """Handling of a node's slow or failed attempts. JSON is camelCase, as in configs."""

    model_config = ConfigDict(
        alias_generator=to_camel, populate_by_name=True, serialize_by_alias=True, extra="forbid", frozen=True
    )

    timeout_s: float | None = Field(default=None, gt=0, le=86_400)
    """Longest time that one attempt may take, in seconds; None leaves it to the node's own limits."""
    attempts: int = Field(default=1, ge=1, le=10)
    """Maximum attempts; only transient failures are retried."""
    backoff_s: float = Field(default=1, ge=0, le=3600)
    """Wait before the second attempt, in seconds; it doubles with each further one, with jitter."""
    max_backoff_s: float = Field(default=60, ge=0, le=3600)
    """Longest wait between two attempts, in seconds."""
    on_error: Literal["fail", "default", "port"] = "fail"
    """After the last attempt: fail the pass or run, continue with `default_output`, or through the port `error`."""
    default_output: dict[str, Any] = Field(default_factory=dict)


DEFAULT_POLICY = NodePolicy()
ERROR_PORT = "error"
"""The output port that a node has when, and only when, its policy is `port`."""


def _default_policy() -> NodePolicy:
    """Shared by all nodes without a policy of their own: it is frozen, and graphs have ten thousand nodes."""
    return DEFAULT_POLICY


def _is_default_policy(policy: NodePolicy) -> bool:
    return policy is DEFAULT_POLICY or policy == DEFAULT_POLICY


def _formed_key(key: str) -> str:
    if not _KEY.fullmatch(key) or key == _NO_KEY:
        raise refused_value("string_pattern_mismatch", _KEY_FORM)
    return key


class NodeDoc(BaseModel):
    """One node as stored: `config` is the camelCase JSON of the node type's Config model."""

    model_config = ConfigDict(extra="forbid")

    key: Annotated[str, Field(max_length=MAX_KEY), AfterValidator(_formed_key)]
    name: str = Field(min_length=1, max_length=MAX_NAME)
    type: str = Field(max_length=MAX_KEY)
    type_version: int = Field(default=1, ge=1)
    config: dict[str, Any] = Field(default_factory=dict)
    position: Position = Field(default_factory=Position)
    parent: str | None = Field(default=None, max_length=MAX_KEY)
    bypass: bool = False
    policy: NodePolicy = Field(default_factory=_default_policy, exclude_if=_is_default_policy)
    """Left out of the JSON of a node that has no policy of its own."""
    pinned_output: dict[str, Any] | None = None


class EdgeDoc(BaseModel):
    """A connection from an output port to an input port."""

    model_config = ConfigDict(extra="forbid")

    id: str = Field(min_length=1, max_length=MAX_KEY)
    source: str = Field(max_length=MAX_KEY)
    source_port: str = Field(default="out", max_length=MAX_KEY)
    target: str = Field(max_length=MAX_KEY)
    target_port: str = Field(default="in", max_length=MAX_KEY)


class Document(BaseModel):
    """A whole graph."""

    model_config = ConfigDict(extra="forbid")

    schema_version: int = SCHEMA_VERSION
    # The errors of all elements of a long list would take a hundred times its memory.
    nodes: Annotated[list[NodeDoc], FailFast()] = Field(default_factory=list)
    edges: Annotated[list[EdgeDoc], FailFast()] = Field(default_factory=list)
