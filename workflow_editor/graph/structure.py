"""The rules that every stored graph keeps. What breaks one is refused; what is merely unfinished is a problem."""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

from tools.definitions import MESSAGE_ZH, JsonObject, Text
from tools.field_errors import FieldError
from workflow_editor.errors import InvalidInputError
from workflow_editor.graph.catalogue import NodeCatalogue, NodeKind, NodeReading
from workflow_editor.graph.document import ERROR_PORT, Document, EdgeDoc, NodeDoc
from workflow_editor.graph.nesting import Nesting, nesting_errors
from workflow_editor.graph.topology import Topology, find_cycle, topology

INVALID_OPERATION = "graph_invalid_operation"


def refuse(errors: Sequence[FieldError]) -> InvalidInputError:
    """Build the error that answers bad graph input.

    `details["errors"]` is a list of `{pointer, code, message, message_zh}`.
    """
    count = len(errors)
    several = Text(f"The graph was not saved: {count} things are wrong.", f"未保存：有 {count} 处错误。")
    message = errors[0].message if count == 1 else several
    return InvalidInputError(
        message, code=INVALID_OPERATION, details={"errors": [error_json(error) for error in errors]}
    )


def error_json(error: FieldError) -> JsonObject:
    """Return the JSON form of one field error; `message` is English, `message_zh` Chinese."""
    return {
        "pointer": error.pointer,
        "code": error.code,
        "message": error.message.en,
        MESSAGE_ZH: error.message.zh,
    }


class Structure:
    """Checks a finished graph.

    Args:
        document: the graph as it would be stored.
        catalogue: the known node types.
        node_pointer: where in the request a node comes from, by key.
        edge_pointer: where in the request an edge comes from, by id.
    """

    def __init__(
        self,
        document: Document,
        catalogue: NodeCatalogue,
        node_pointer: Callable[[str], str],
        edge_pointer: Callable[[str], str],
    ) -> None:
        self._document = document
        self._catalogue = catalogue
        self._node_pointer = node_pointer
        self._edge_pointer = edge_pointer
        self.nodes = {node.key: node for node in document.nodes}
        """By key."""
        self.kinds = {node.key: catalogue.kind(node.type, node.type_version) for node in document.nodes}
        """By key of the node; None for an unknown type."""
        self.roles = {key: None if kind is None else kind.role for key, kind in self.kinds.items()}
        """By key of the node; None for an unknown type."""
        self._readings: dict[str, NodeReading] = {}

    @cached_property
    def shape(self) -> Topology:
        """The graph's shape."""
        return topology(self._document)

    def reading(self, key: str, kind: NodeKind) -> NodeReading:
        """Return the config of a node as its type reads it; read once."""
        found = self._readings.get(key)
        if found is None:
            found = self._readings[key] = kind.read(self.nodes[key].config)
        return found

    def errors(self, changed_nodes: Iterable[str], changed_edges: Iterable[str]) -> list[FieldError]:
        """Return what is wrong; only the changed nodes' own contents are looked at, the rest was stored before."""
        changed = set(changed_nodes)
        found = [error for key in changed_nodes for error in self._node_errors(self.nodes[key])]
        found += self._name_errors()
        found += self._nesting_errors()
        edge_ids = set(changed_edges)
        for edge in self._document.edges:
            if edge.id in edge_ids or edge.source in changed or edge.target in changed or self._dangles(edge):
                found += self._edge_errors(edge)
        found += self._duplicate_edge_errors()
        return found or self._start_errors() or self._cycle_errors()

    def _node_errors(self, node: NodeDoc) -> list[FieldError]:
        kind = self.kinds[node.key]
        if kind is None:
            known = ", ".join(self._catalogue.type_ids())
            title = f"{node.type} (version {node.type_version})"
            text = Text(
                f"There is no node type {title}. Known types: {known}.",
                f"没有节点类型 {title}。已知类型：{known}。",
            )
            return [FieldError(f"{self._node_pointer(node.key)}/type", "unknown_type", text)]
        return [
            FieldError(f"{self._node_pointer(node.key)}/config{error.pointer}", error.code, error.message)
            for error in self.reading(node.key, kind).errors()
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
                Text(
                    f"Another node is already named “{node.name}”; choose another name.",
                    f"已有节点名为“{node.name}”，请换一个名称。",
                ),
            )
            for node in newest
        ]

    def _newest(self, nodes: Sequence[NodeDoc]) -> NodeDoc:
        return max(nodes, key=lambda node: _operation_index(self._node_pointer(node.key)))

    def _nesting_errors(self) -> Iterable[FieldError]:
        if all(node.parent is None for node in self._document.nodes):
            return ()
        nesting = Nesting(self._document, self.roles)
        return nesting_errors(self._document, nesting, self.roles, self._node_pointer, self._edge_pointer)

    def _dangles(self, edge: EdgeDoc) -> bool:
        return edge.source not in self.nodes or edge.target not in self.nodes

    def _edge_errors(self, edge: EdgeDoc) -> list[FieldError]:
        source = self._end_errors(edge, edge.source, edge.source_port, is_source=True)
        return source + self._end_errors(edge, edge.target, edge.target_port, is_source=False)

    def _end_errors(self, edge: EdgeDoc, key: str, port: str, *, is_source: bool) -> list[FieldError]:
        node = self.nodes.get(key)
        if node is None:
            pointer = f"{self._edge_pointer(edge.id)}/{'source' if is_source else 'target'}"
            text = Text(
                f"The connection {edge.id} leads to a node that does not exist: {key}.",
                f"连线 {edge.id} 指向不存在的节点：{key}。",
            )
            return [FieldError(pointer, "dangling_edge", text)]
        kind = self.kinds[key]
        if kind is None:
            return []
        ports = self._output_ports(node, kind) if is_source else kind.input_ports
        if ports is None or port in ports:
            return []
        pointer = f"{self._edge_pointer(edge.id)}/{'source' if is_source else 'target'}_port"
        word, word_zh = ("output", "输出") if is_source else ("input", "输入")
        known = ", ".join(ports)
        text = Text(
            f"“{node.name}” has no {word} port {port}; it has: {known}."
            if ports
            else f"“{node.name}” has no {word} port.",
            f"“{node.name}”没有{word_zh}端口 {port}，可用：{known}。" if ports else f"“{node.name}”没有{word_zh}端口。",
        )
        return [FieldError(pointer, "unknown_port", text)]

    def _output_ports(self, node: NodeDoc, kind: NodeKind) -> Sequence[str] | None:
        ports = self.reading(node.key, kind).output_ports()
        return (*ports, ERROR_PORT) if ports is not None and node.policy.on_error == "port" else ports

    def _duplicate_edge_errors(self) -> list[FieldError]:
        seen: set[tuple[str, str, str, str]] = set()
        found = []
        for edge in self._document.edges:
            ends = (edge.source, edge.source_port, edge.target, edge.target_port)
            if ends in seen:
                text = Text("These two ports are already connected.", "这两个端口已经相连。")
                found.append(FieldError(self._edge_pointer(edge.id), "duplicate_connection", text))
            seen.add(ends)
        return found

    def _start_errors(self) -> list[FieldError]:
        starts = [self.nodes[key] for key, role in self.roles.items() if role == "start"]
        if len(starts) < 2:
            return []
        text = Text(
            "A workflow has one start node; remove the other one first.",
            "一个工作流只能有一个开始节点，请先删除另一个。",
        )
        return [FieldError(self._node_pointer(self._newest(starts).key), "second_start", text)]

    def _cycle_errors(self) -> list[FieldError]:
        cycle = find_cycle(self.shape)
        if not cycle:
            return []
        names = [self.nodes[edge.source].name for edge in cycle]
        way = " → ".join([*names, names[0]])
        text = Text(
            f"These nodes would wait for each other: {way}. Remove one of the connections.",
            f"这些节点会互相等待：{way}。请删除其中一条连线。",
        )
        newest = max(cycle, key=lambda edge: _operation_index(self._edge_pointer(edge.id)))
        return [FieldError(self._edge_pointer(newest.id), "cycle", text)]


def _operation_index(pointer: str) -> int:
    digits = pointer.rpartition("/")[2]
    return int(digits) if digits.isdigit() else -1
