"""The workflow document: what the editor draws, a version stores and the engine compiles."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

SCHEMA_VERSION = 1
KEY_PATTERN = r"^[A-Za-z_][A-Za-z0-9_]{0,63}$"


class Position(BaseModel):
    """Canvas coordinates in pixels at zoom 1."""

    model_config = ConfigDict(extra="forbid")

    x: float = 0
    y: float = 0


class NodeDoc(BaseModel):
    """One node as stored: `config` is the camelCase JSON of the node type's Config model."""

    model_config = ConfigDict(extra="forbid")

    key: str = Field(pattern=KEY_PATTERN)
    name: str = Field(min_length=1, max_length=120)
    type: str
    type_version: int = Field(default=1, ge=1)
    config: dict[str, Any] = Field(default_factory=dict)
    position: Position = Field(default_factory=Position)
    parent: str | None = None
    bypass: bool = False
    pinned_output: dict[str, Any] | None = None


class EdgeDoc(BaseModel):
    """A connection from an output port to an input port."""

    model_config = ConfigDict(extra="forbid")

    id: str = Field(min_length=1, max_length=64)
    source: str
    source_port: str = "out"
    target: str
    target_port: str = "in"


class Document(BaseModel):
    """A whole graph."""

    model_config = ConfigDict(extra="forbid")

    schema_version: int = SCHEMA_VERSION
    nodes: list[NodeDoc] = Field(default_factory=list)
    edges: list[EdgeDoc] = Field(default_factory=list)
