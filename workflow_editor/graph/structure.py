"""Rules of every stored graph. Violations are refused; unfinished parts are problems.

Unknown node types are preserved: a newer server may have written them, and removals can be undone.
"""

from collections.abc import Callable, Iterable, Sequence

from tools.core.definitions import JsonObject
from tools.core.field_errors import FieldError
from tools.core.text import Text, listed
from workflow_editor.errors import InvalidInputError
from workflow_editor.graph.catalogue import ParsedNode
from workflow_editor.graph.document import ERROR_PORT, EdgeDoc, NodeDoc
from workflow_editor.graph.limits import MAX_NODES
from workflow_editor.graph.nesting import nesting_errors
from workflow_editor.graph.parsed_graph import ParsedGraph
from workflow_editor.graph.topology import find_cycle

INVALID_OPERATION = "graph_invalid_operation"


def refuse(errors: Sequence[FieldError]) -> InvalidInputError:
    """Build the error for invalid graph input.

    `details["errors"]` is a list of `{pointer, code, message}`, the message in every language.
    """
    count = len(errors)
    several = Text("The graph was not saved because of errors in it, {count} in all.", count=count)
    message = errors[0].message if count == 1 else several
    return InvalidInputError(
        message, code=INVALID_OPERATION, details={"errors": [error_json(error) for error in errors]}
    )


def error_json(error: FieldError) -> JsonObject:
    """Return the JSON form of one field error, its message in every language."""
    return {"pointer": error.pointer, "code": error.code, "message": error.message.to_json()}


class Structure:
    """Checks a finished graph; the pointers map node keys and edge ids to the request."""

    def __init__(
        self,
        graph: ParsedGraph[ParsedNode],
        node_pointer: Callable[[str], str],
        edge_pointer: Callable[[str], str],
    ) -> None:
        self._graph = graph
        self._document = graph.document
        self._node_pointer = node_pointer
        self._edge_pointer = edge_pointer

    def errors(self, changed_nodes: Iterable[str], changed_edges: Iterable[str]) -> list[FieldError]:
        """Return what is wrong; only the changed nodes' own contents are looked at, the rest was stored before."""
        if len(self._document.nodes) > MAX_NODES:
            return [self._too_many()]
        changed = set(changed_nodes)
        found = [error for key in changed_nodes for error in self._node_errors(self._graph.nodes[key])]
        found += self._name_errors()
        found += self._nesting_errors()
        edge_ids = set(changed_edges)
        for edge in self._document.edges:
            if edge.id in edge_ids or edge.source in changed or edge.target in changed or self._dangles(edge):
                found += self._edge_errors(edge)
        found += self._duplicate_edge_errors()
        return found or self._start_errors() or self._cycle_errors()

    def _too_many(self) -> FieldError:
        pointer = self._node_pointer(self._document.nodes[MAX_NODES].key)
        text = Text("A workflow can have at most {most:,} nodes. Move some into a sub-workflow.", most=MAX_NODES)
        return FieldError(pointer, "too_many_nodes", text)

    def _node_errors(self, node: NodeDoc) -> list[FieldError]:
        reading = self._graph.readings[node.key]
        if reading is None:
            return []
        return [
            FieldError(f"{self._node_pointer(node.key)}/config{error.pointer}", error.code, error.message)
            for error in reading.errors()
        ]

    def _name_errors(self) -> list[FieldError]:
        by_name: dict[str, list[NodeDoc]] = {}
        for node in self._document.nodes:
            by_name.setdefault(node.name, []).append(node)
        newest = [self._newest(nodes) for nodes in by_name.values() if len(nodes) > 1]
        return [
            FieldError(
                f"{self._node_pointer(node.key)}/name",
                "duplicate_name",
                Text("Another node is already named “{name}”. Choose a different name.", name=node.name),
            )
            for node in newest
        ]

    def _newest(self, nodes: Sequence[NodeDoc]) -> NodeDoc:
        return max(nodes, key=lambda node: _operation_index(self._node_pointer(node.key)))

    def _nesting_errors(self) -> Iterable[FieldError]:
        if all(node.parent is None for node in self._document.nodes):
            return ()
        graph = self._graph
        return nesting_errors(self._document, graph.nesting, graph.roles, self._node_pointer, self._edge_pointer)

    def _dangles(self, edge: EdgeDoc) -> bool:
        return edge.source not in self._graph.nodes or edge.target not in self._graph.nodes

    def _edge_errors(self, edge: EdgeDoc) -> list[FieldError]:
        source = self._end_errors(edge, edge.source, edge.source_port, is_source=True)
        return source + self._end_errors(edge, edge.target, edge.target_port, is_source=False)

    def _end_errors(self, edge: EdgeDoc, key: str, port: str, *, is_source: bool) -> list[FieldError]:
        node = self._graph.nodes.get(key)
        if node is None:
            pointer = f"{self._edge_pointer(edge.id)}/{'source' if is_source else 'target'}"
            text = Text("The connection “{id}” refers to a node that does not exist: “{key}”.", id=edge.id, key=key)
            return [FieldError(pointer, "dangling_edge", text)]
        reading = self._graph.readings[key]
        if reading is None:
            return []
        ports = _output_ports(node, reading) if is_source else reading.input_ports
        if ports is None or port in ports:
            return []
        pointer = f"{self._edge_pointer(edge.id)}/{'source' if is_source else 'target'}_port"
        side = Text("output") if is_source else Text("input")
        if ports:
            text = Text(
                "“{node}” has no {side} port “{port}”; it has: {known}.",
                node=node.name,
                side=side,
                port=port,
                known=listed(ports),
            )
        else:
            text = Text("“{node}” has no {side} port.", node=node.name, side=side)
        return [FieldError(pointer, "unknown_port", text)]

    def _duplicate_edge_errors(self) -> list[FieldError]:
        seen: set[tuple[str, str, str, str]] = set()
        found = []
        for edge in self._document.edges:
            ends = (edge.source, edge.source_port, edge.target, edge.target_port)
            if ends in seen:
                text = Text("These two ports are already connected.")
                found.append(FieldError(self._edge_pointer(edge.id), "duplicate_connection", text))
            seen.add(ends)
        return found

    def _start_errors(self) -> list[FieldError]:
        starts = [self._graph.nodes[key] for key, role in self._graph.roles.items() if role == "start"]
        if len(starts) < 2:
            return []
        text = Text("A workflow has one start node. Remove the other one first.")
        return [FieldError(self._node_pointer(self._newest(starts).key), "second_start", text)]

    def _cycle_errors(self) -> list[FieldError]:
        cycle = find_cycle(self._graph.shape)
        if not cycle:
            return []
        names = [self._graph.nodes[edge.source].name for edge in cycle]
        way = " → ".join([*names, names[0]])
        text = Text("These nodes would wait for each other: {way}. Remove one of the connections.", way=way)
        newest = max(cycle, key=lambda edge: _operation_index(self._edge_pointer(edge.id)))
        return [FieldError(self._edge_pointer(newest.id), "cycle", text)]


def _output_ports(node: NodeDoc, reading: ParsedNode) -> Sequence[str] | None:
    ports = reading.output_ports()
    return (*ports, ERROR_PORT) if ports is not None and node.policy.on_error == "port" else ports


def _operation_index(pointer: str) -> int:
    digits = pointer.rpartition("/")[2]
    return int(digits) if digits.isdigit() else -1
