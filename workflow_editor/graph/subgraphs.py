"""Parts of a graph: what lies behind a node, and what leads up to it. What is in a container goes with it."""

from collections.abc import Mapping, Sequence

from workflow_editor.graph.catalogue import OFF_THE_PATH, ParsedNode
from workflow_editor.graph.document import Document, NodeDoc
from workflow_editor.graph.parsed_graph import ParsedGraph
from workflow_editor.graph.topology import reachable


class Subgraphs:
    def __init__(self, graph: ParsedGraph[ParsedNode]) -> None:
        self._document = graph.document
        self._shape = graph.shape
        self._roles = graph.roles
        self._nesting = graph.nesting

    def runs(self, key: str) -> bool:
        """Return whether such a node exists on the execution path."""
        return key in self._roles and self._roles[key] not in OFF_THE_PATH

    def outside(self) -> list[str]:
        """Return the nodes that run and lie in no container, in the order of the document."""
        return [node.key for node in self._document.nodes if self.runs(node.key) and not self.home(node.key)]

    def outermost(self, key: str) -> str:
        """Return the outermost container around a node, or the node itself when it lies in none."""
        home = self._nesting.home(key)
        return home[0] if home else key

    def home(self, key: str) -> Sequence[str]:
        """Return the containers around a node, outermost first."""
        return self._nesting.home(key)

    def following(self, key: str) -> set[str]:
        """Return the node and everything that follows it in its container, or outside of containers."""
        return reachable(self._shape, [key])

    def behind(self, key: str) -> set[str]:
        """Return the node and everything that follows it, outside of containers."""
        return self.following(self.outermost(key))

    def up_to(self, key: str) -> Document:
        """Return the graph without what is not needed to run this node."""
        wanted = self._leading_to(self.outermost(key))
        kept = {node.key: node for node in self._document.nodes if self.outermost(node.key) in wanted}
        nodes = [_freed(node, kept) for node in kept.values()]
        edges = [edge for edge in self._document.edges if edge.source in kept and edge.target in kept]
        return Document(schema_version=self._document.schema_version, nodes=nodes, edges=edges)

    def _leading_to(self, key: str) -> set[str]:
        seen = {key}
        waiting = [key]
        while waiting:
            for edge in self._shape.incoming[waiting.pop()]:
                if edge.source not in seen:
                    seen.add(edge.source)
                    waiting.append(edge.source)
        return seen


def _freed(node: NodeDoc, kept: Mapping[str, NodeDoc]) -> NodeDoc:
    """Take a node out of a group on the canvas that is left out."""
    return node if node.parent is None or node.parent in kept else node.model_copy(update={"parent": None})
