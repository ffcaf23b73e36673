"""A document compiled for running, once per version: parsed configs, neighbours, bodies, joins, references."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from pydantic import ValidationError

from tools.core.definitions import JsonObject
from workflow_editor.errors import GraphInvalidError
from workflow_editor.graph.catalogue import OFF_THE_PATH
from workflow_editor.graph.document import NodeDoc, NodePolicy
from workflow_editor.graph.nesting import Home
from workflow_editor.graph.parsed_graph import ParsedGraph
from workflow_editor.graph.topology import find_cycle
from workflow_editor.nodes.base import JoinStrategy, NodeConfig, NodeType
from workflow_editor.nodes.containers import ContainerNode, PassExit, PassExitNode
from workflow_editor.nodes.inspection import ParsedConfig
from workflow_editor.nodes.lookup import NodeNames


class PlannedEdge(NamedTuple):
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
    version: int
    """That of the type, in the document."""
    config: NodeConfig
    incoming: tuple[PlannedEdge, ...]
    """In the document's edge order."""
    outgoing: tuple[PlannedEdge, ...]
    """In the document's edge order."""
    join: JoinStrategy
    cancels_rest: bool
    """Stops everything that still leads to it when it begins."""
    home: Home
    """Keys of the containers around the node, outermost first."""
    policy: NodePolicy
    references: frozenset[str]
    """Keys of nodes with certainly used outputs, without names computed at run time."""
    bypass: bool
    pinned_output: JsonObject | None

    @property
    def output_ports(self) -> tuple[str, ...]:
        """Ids of all output ports: what a mocked node carries on through, so that any edge of it counts as live."""
        return tuple(port.id for port in self.node_type.ports_out(self.config))

    @property
    def exit(self) -> PassExit | None:
        """Kind of pass exit, None for other nodes."""
        return (
            self.node_type.exit(self.config) if isinstance(self.node_type, PassExitNode) and not self.bypass else None
        )

    @property
    def is_end(self) -> bool:
        """True when the node's output is the run's."""
        return self.node_type.role == "end"


@dataclass(frozen=True, slots=True)
class Body:
    """Direct content of a container."""

    size: int
    """Number of nodes; a nested container counts as one."""
    roots: tuple[str, ...]
    """Keys of the nodes that a pass begins with, in document order."""
    ends: tuple[str, ...]
    """Keys of the nodes that nothing follows, in document order."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole graph, ready to run; immutable and shared by all threads."""

    nodes: Mapping[str, PlannedNode]
    """By key, in document order; without what runs never come to."""
    bodies: Mapping[str, Body]
    """By the key of the container."""
    names: NodeNames
    start: str | None
    ends: tuple[str, ...]
    """Keys of the end nodes, sorted."""
    roots: tuple[str, ...]
    """Keys of the nodes outside of containers that have no incoming edges, in document order."""

    def leads_to(self, key: str, is_over: Callable[[str], bool]) -> frozenset[str]:
        """Return what may still arrive at a node: nodes that are not over, by way of others that are not over."""
        found: set[str] = set()
        open_ = [key]
        while open_:
            before = {edge.key for edge in self.nodes[open_.pop()].incoming} - found
            still = {one for one in before if not is_over(one)}
            found |= still
            open_ += still
        return frozenset(found)


def compile_plan(graph: ParsedGraph[ParsedConfig]) -> Plan:
    """Compile a graph in linear time; cache the result by content hash.

    Raises GraphInvalidError (`graph_invalid`) for an unknown node type, an invalid config, or a cycle, which graphs
    stored through `graph.operations` never have.
    """
    if graph.shape.has_cycle:
        keys = [edge.source for edge in find_cycle(graph.shape)]
        raise GraphInvalidError(f"These nodes wait for each other: {' → '.join(keys)}.", details={"cycle": keys})
    run = [node for node in graph.document.nodes if graph.roles[node.key] not in OFF_THE_PATH]
    names = NodeNames({node.key: node.name for node in run})
    nodes = {node.key: _plan_node(node, graph, names) for node in run}
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


def _plan_node(node: NodeDoc, graph: ParsedGraph[ParsedConfig], names: NodeNames) -> PlannedNode:
    reading = graph.readings[node.key]
    if reading is None:
        raise _cannot_run(node)
    try:
        config = reading.config()
    except ValidationError as error:
        raise _cannot_run(node) from error
    return PlannedNode(
        key=node.key,
        name=node.name,
        node_type=reading.node_type,
        version=node.type_version,
        config=config,
        incoming=tuple(PlannedEdge(edge.source_port, edge.source) for edge in graph.shape.incoming[node.key]),
        outgoing=tuple(PlannedEdge(edge.source_port, edge.target) for edge in graph.shape.outgoing[node.key]),
        join=reading.node_type.join(config),
        cancels_rest=reading.node_type.cancels_rest(config) and not node.bypass,
        home=graph.nesting.home(node.key),
        policy=node.policy,
        references=frozenset(_referred(reading, names)),
        bypass=node.bypass,
        pinned_output=node.pinned_output,
    )


def _cannot_run(node: NodeDoc) -> GraphInvalidError:
    return GraphInvalidError(
        f"“{node.name}” cannot run: its type or settings are not known here.", details={"node_key": node.key}
    )


def _referred(reading: ParsedConfig, names: NodeNames) -> Iterator[str]:
    for reference in reading.inspection().references:
        if reference.kind == "node":
            for key in (names.after_nodes(reference.name), names.bare(reference.name)):
                if key is not None:
                    yield key
