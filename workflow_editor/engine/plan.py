"""A document compiled for running, once per version: parsed configs, neighbours, join strategies, references."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from tools.definitions import JsonObject
from workflow_editor.errors import GraphInvalidError, InvalidInputError
from workflow_editor.graph.document import Document, EdgeDoc, NodeDoc
from workflow_editor.graph.topology import find_cycle, topology
from workflow_editor.nodes.base import JoinStrategy, NodeConfig, NodeType
from workflow_editor.nodes.expressions import compile_expression
from workflow_editor.nodes.lookup import NodeNames
from workflow_editor.nodes.registry import NodeRegistry
from workflow_editor.nodes.templating import compile_template


@dataclass(frozen=True, slots=True)
class PlannedEdge:
    """One end of an edge as its other end sees it."""

    port: str
    """The source's output port, on both ends."""
    key: str
    """The node at the other end."""


@dataclass(frozen=True, slots=True)
class PlannedNode:
    """One node, ready to run."""

    key: str
    name: str
    node_type: NodeType[Any]
    config: NodeConfig
    incoming: tuple[PlannedEdge, ...]
    """In the document's edge order."""
    outgoing: tuple[PlannedEdge, ...]
    """In the document's edge order."""
    join: JoinStrategy
    references: frozenset[str]
    """Keys of the nodes whose outputs are surely asked for; names computed at run time are not among them."""
    bypass: bool
    pinned_output: JsonObject | None

    @property
    def output_ports(self) -> tuple[str, ...]:
        """Ids of all output ports: what a mocked node carries on through, so that any edge of it counts as live."""
        return tuple(port.id for port in self.node_type.ports_out(self.config))

    @property
    def is_end(self) -> bool:
        """True when the node's output is the run's."""
        return self.node_type.role == "end"


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole graph, ready to run; immutable and shared by all threads."""

    nodes: Mapping[str, PlannedNode]
    """By key, in document order."""
    names: NodeNames
    start: str | None
    ends: tuple[str, ...]
    """Keys of the end nodes, sorted."""
    roots: tuple[str, ...]
    """Keys of the nodes without incoming edges, in document order."""


def compile_plan(document: Document, registry: NodeRegistry) -> Plan:
    """Compile a document. Takes time proportional to its size; keep the outcome by content hash.

    Raises:
        GraphInvalidError: code `graph_invalid`: an unknown node type, a config that does not fit, or a cycle. Graphs
            that were stored through `graph.operations` have none of these.
    """
    shape = topology(document)
    if shape.has_cycle:
        keys = [edge.source for edge in find_cycle(shape)]
        raise GraphInvalidError(f"These nodes wait for each other: {' → '.join(keys)}.", details={"cycle": keys})
    names = NodeNames({node.key: node.name for node in document.nodes})
    nodes = {
        node.key: _plan_node(node, shape.incoming[node.key], shape.outgoing[node.key], names, registry)
        for node in document.nodes
    }
    starts = [node.key for node in nodes.values() if node.node_type.role == "start"]
    return Plan(
        nodes=nodes,
        names=names,
        start=starts[0] if starts else None,
        ends=tuple(sorted(node.key for node in nodes.values() if node.is_end)),
        roots=tuple(node.key for node in nodes.values() if not node.incoming),
    )


def _plan_node(
    node: NodeDoc, incoming: Sequence[EdgeDoc], outgoing: Sequence[EdgeDoc], names: NodeNames, registry: NodeRegistry
) -> PlannedNode:
    try:
        node_type = registry.get(node.type, node.type_version)
        config = node_type.config_model.model_validate(node.config)
    except (InvalidInputError, ValidationError) as error:
        raise GraphInvalidError(
            f"“{node.name}” cannot run: its type or settings are not known here.", details={"node_key": node.key}
        ) from error
    return PlannedNode(
        key=node.key,
        name=node.name,
        node_type=node_type,
        config=config,
        incoming=tuple(PlannedEdge(edge.source_port, edge.source) for edge in incoming),
        outgoing=tuple(PlannedEdge(edge.source_port, edge.target) for edge in outgoing),
        join=node_type.join(config),
        references=frozenset(_references(node_type, config, names)),
        bypass=node.bypass,
        pinned_output=node.pinned_output,
    )


def _references(node_type: NodeType[Any], config: NodeConfig, names: NodeNames) -> set[str]:
    found: list[str | None] = []
    for template in node_type.templates(config):
        if "{{" in template or "{%" in template:
            found += [name for kind, name in compile_template(template).references() if kind == "node"]
    for expression in node_type.expressions(config):
        if expression.strip():
            found += [name for root, name in compile_expression(expression).references() if root == "nodes"]
    keys = {key for name in found if name is not None for key in (names.after_nodes(name), names.bare(name))}
    return {key for key in keys if key is not None}
