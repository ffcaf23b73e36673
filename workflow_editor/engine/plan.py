"""A document compiled for running, once per version: parsed configs, neighbours, bodies, joins, references."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

from pydantic import ValidationError

from tools.definitions import JsonObject
from workflow_editor.errors import GraphInvalidError, InvalidInputError
from workflow_editor.graph.document import Document, NodeDoc, NodePolicy
from workflow_editor.graph.nesting import Home, Nesting
from workflow_editor.graph.topology import Topology, find_cycle, topology
from workflow_editor.nodes.base import JoinStrategy, NodeConfig, NodeType
from workflow_editor.nodes.containers import ContainerNode
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
    home: Home
    """Keys of the containers around the node, outermost first."""
    policy: NodePolicy
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
class Body:
    """What lies directly in a container."""

    size: int
    """How many nodes; a container inside counts as one."""
    roots: tuple[str, ...]
    """Keys of the nodes that a pass begins with, in document order."""
    ends: tuple[str, ...]
    """Keys of the nodes that nothing follows, in document order."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole graph, ready to run; immutable and shared by all threads."""

    nodes: Mapping[str, PlannedNode]
    """By key, in document order; without what is only drawn."""
    bodies: Mapping[str, Body]
    """By the key of the container."""
    names: NodeNames
    start: str | None
    ends: tuple[str, ...]
    """Keys of the end nodes, sorted."""
    roots: tuple[str, ...]
    """Keys of the nodes outside of containers that have no incoming edges, in document order."""


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
    types = {node.key: _node_type(node, registry) for node in document.nodes}
    nesting = Nesting(document, {key: node_type.role for key, node_type in types.items()})
    run = [node for node in document.nodes if types[node.key].role != "canvas"]
    names = NodeNames({node.key: node.name for node in run})
    nodes = {node.key: _plan_node(node, types[node.key], shape, names, nesting.home(node.key)) for node in run}
    starts = [node.key for node in nodes.values() if node.node_type.role == "start"]
    return Plan(
        nodes=nodes,
        bodies=_bodies(nodes),
        names=names,
        start=starts[0] if starts else None,
        ends=tuple(sorted(node.key for node in nodes.values() if node.is_end)),
        roots=tuple(node.key for node in nodes.values() if not node.incoming and not node.home),
    )


def _bodies(nodes: Mapping[str, PlannedNode]) -> dict[str, Body]:
    held: dict[str, list[PlannedNode]] = {
        key: [] for key, node in nodes.items() if isinstance(node.node_type, ContainerNode)
    }
    for node in nodes.values():
        if node.home:
            held[node.home[-1]].append(node)
    return {
        key: Body(
            size=len(inside),
            roots=tuple(node.key for node in inside if not node.incoming),
            ends=tuple(node.key for node in inside if not node.outgoing),
        )
        for key, inside in held.items()
    }


def _node_type(node: NodeDoc, registry: NodeRegistry) -> NodeType[Any]:
    try:
        return registry.get(node.type, node.type_version)
    except InvalidInputError as error:
        raise _cannot_run(node) from error


def _cannot_run(node: NodeDoc) -> GraphInvalidError:
    return GraphInvalidError(
        f"“{node.name}” cannot run: its type or settings are not known here.", details={"node_key": node.key}
    )


def _plan_node(node: NodeDoc, node_type: NodeType[Any], shape: Topology, names: NodeNames, home: Home) -> PlannedNode:
    try:
        config = node_type.config_model.model_validate(node.config)
    except ValidationError as error:
        raise _cannot_run(node) from error
    return PlannedNode(
        key=node.key,
        name=node.name,
        node_type=node_type,
        config=config,
        incoming=tuple(PlannedEdge(edge.source_port, edge.source) for edge in shape.incoming[node.key]),
        outgoing=tuple(PlannedEdge(edge.source_port, edge.target) for edge in shape.outgoing[node.key]),
        join=node_type.join(config),
        home=home,
        policy=node.policy,
        references=frozenset(_references(node_type, config, names)),
        bypass=node.bypass,
        pinned_output=node.pinned_output,
    )


def _references(node_type: NodeType[Any], config: NodeConfig, names: NodeNames) -> set[str]:
    templates, expressions = node_type.templates(config), node_type.expressions(config)
    if isinstance(node_type, ContainerNode):
        templates = chain(templates, node_type.body_templates(config))
        expressions = chain(expressions, node_type.body_expressions(config))
    found: list[str | None] = []
    for template in templates:
        if "{{" in template or "{%" in template:
            found += [name for kind, name in compile_template(template).references() if kind == "node"]
    for expression in expressions:
        if expression.strip():
            found += [name for root, name in compile_expression(expression).references() if root == "nodes"]
    keys = {key for name in found if name is not None for key in (names.after_nodes(name), names.bare(name))}
    return {key for key in keys if key is not None}
