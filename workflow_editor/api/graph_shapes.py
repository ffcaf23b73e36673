"""Graphs and the operations that edit them, as the API documents them. `workflow_editor.graph` checks what arrives."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import MISSING, Field
from typing_extensions import TypeAliasType

from tools.api.contract.fields import JsonObject
from tools.api.contract.shapes import Shape
from workflow_editor.api.problem_shapes import ProblemShape


class PositionShape(Shape):
    """Canvas coordinates in pixels at zoom 1."""

    x: float
    y: float


class NodePolicyShape(Shape, partial=True):
    """Handling of slow or failing attempts of a node; omitted fields have their defaults."""

    timeoutS: float | None
    attempts: Annotated[int, Field(ge=1, le=10)]
    backoffS: float
    maxBackoffS: float
    onError: Literal["fail", "default", "port"]
    defaultOutput: JsonObject


class NodeDocShape(Shape):
    """One node as stored; `config` is the camelCase JSON that the node type's `config_schema` describes."""

    key: str
    name: str
    type: str
    type_version: int
    config: JsonObject
    position: PositionShape
    parent: str | None
    bypass: bool
    policy: NodePolicyShape | MISSING = MISSING
    pinned_output: JsonObject | None


class EdgeDocShape(Shape):
    """A connection from an output port to an input port."""

    id: str
    source: str
    source_port: str
    target: str
    target_port: str


class DocumentShape(Shape):
    """A whole graph."""

    schema_version: int | MISSING = MISSING
    nodes: list[NodeDocShape]
    edges: list[EdgeDocShape]


class Graph(Shape):
    """The stored graph and what keeps it from running."""

    revision: int
    nodes: list[NodeDocShape]
    edges: list[EdgeDocShape]
    problems: list[ProblemShape]


class NodeChanges(Shape, partial=True):
    """The fields of a node that change; `config` is replaced as a whole."""

    name: str
    type: str
    type_version: int
    config: JsonObject
    position: PositionShape
    parent: str | None
    bypass: bool
    policy: NodePolicyShape
    pinned_output: JsonObject | None


class AddNodeShape(Shape):
    op: Literal["add_node"]
    node: NodeDocShape


class UpdateNodeShape(Shape):
    op: Literal["update_node"]
    key: str
    changes: NodeChanges


class UpdateConfigShape(Shape):
    op: Literal["update_config"]
    key: str
    set: JsonObject | MISSING = MISSING
    unset: list[str] | MISSING = MISSING


class RemoveNodeShape(Shape):
    op: Literal["remove_node"]
    key: str


class AddEdgeShape(Shape):
    op: Literal["add_edge"]
    edge: EdgeDocShape


class RemoveEdgeShape(Shape):
    op: Literal["remove_edge"]
    id: str


GraphOperation = TypeAliasType(
    "GraphOperation",
    Annotated[
        AddNodeShape | UpdateNodeShape | UpdateConfigShape | RemoveNodeShape | AddEdgeShape | RemoveEdgeShape,
        Field(discriminator="op"),
    ],
)


class SavedGraphChangeShape(Shape):
    """One batch that somebody saved; `user` is a user name, empty when the account is gone."""

    revision: int
    operations: list[GraphOperation]
    batch: UUID | None
    user: str
    at: datetime
