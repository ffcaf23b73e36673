"""Containment of nodes in containers, and its rules. Groups are only drawn."""

from collections.abc import Callable, Iterator, Mapping

from tools.core.field_errors import FieldError
from tools.core.text import Text
from workflow_editor.graph.catalogue import NodeRole
from workflow_editor.graph.document import Document, EdgeDoc, NodeDoc
from workflow_editor.graph.limits import MAX_DEPTH

Home = tuple[str, ...]


class Nesting:
    """Containers of a document's nodes, found in linear time. Nodes in parent cycles count as outside; unknown roles
    are None.
    """

    def __init__(self, document: Document, roles: Mapping[str, NodeRole | None]) -> None:
        self._roles = roles
        self._parents = {node.key: node.parent for node in document.nodes}
        self._homes: dict[str, Home] = {key: () for key, parent in self._parents.items() if parent is None}
        self.circling: set[str] = set()
        """Keys of nodes in parent cycles."""
        for key, parent in self._parents.items():
            if parent is not None:
                self._find(key)

    def home(self, key: str) -> Home:
        """Return the keys of the containers around a node, outermost first; nodes with one home share their scopes."""
        return self._homes[key]

    def inside(self, key: str) -> Home:
        """Return the home of the nodes that lie directly in this one."""
        home = self._homes[key]
        return (*home, key) if self._roles[key] == "container" else home

    def _find(self, key: str) -> None:
        way: list[str] = []
        at: str | None = key
        while at is not None and at in self._parents and at not in self._homes:
            if at in way:
                self.circling.update(way)
                self._homes.update(dict.fromkeys(way, ()))
                return
            way.append(at)
            at = self._parents[at]
        home = self.inside(at) if at in self._homes and at is not None else ()
        for inner in reversed(way):
            self._homes[inner] = home
            home = self.inside(inner)


def nesting_errors(
    document: Document,
    nesting: Nesting,
    roles: Mapping[str, NodeRole | None],
    node_pointer: Callable[[str], str],
    edge_pointer: Callable[[str], str],
) -> Iterator[FieldError]:
    names = {node.key: node.name for node in document.nodes}
    for node in document.nodes:
        if node.parent is not None:
            found = _placement_error(node, nesting, roles, names)
            if found is not None:
                yield FieldError(f"{node_pointer(node.key)}/parent", *found)
    for edge in document.edges:
        if edge.source in names and edge.target in names and nesting.home(edge.source) != nesting.home(edge.target):
            yield FieldError(f"{edge_pointer(edge.id)}/target", "edge_across_border", _border(edge, names))


def _placement_error(
    node: NodeDoc, nesting: Nesting, roles: Mapping[str, NodeRole | None], names: Mapping[str, str]
) -> tuple[str, Text] | None:
    parent = node.parent or ""
    if parent not in names or parent == node.key:
        text = Text("There is no container “{parent}” for this node.", parent=node.parent)
        return "unknown_parent", text
    if node.key in nesting.circling:
        return "parent_circle", Text("“{name}” contains itself.", name=node.name)
    if roles[parent] not in ("container", "canvas", None):
        text = Text("“{container}” cannot hold other nodes.", container=names[parent])
        return "parent_holds_nothing", text
    home = nesting.home(node.key)
    if home and roles[node.key] in ("start", "end", "trigger"):
        text = Text(
            "“{name}” starts or ends the whole run. Move it out of “{container}”.",
            name=node.name,
            container=names[home[-1]],
        )
        return "not_inside", text
    if len(nesting.inside(node.key)) > MAX_DEPTH:
        text = Text("Containers can be nested at most {most} levels deep.", most=MAX_DEPTH)
        return "too_deep", text
    return None


def _border(edge: EdgeDoc, names: Mapping[str, str]) -> Text:
    source, target = names[edge.source], names[edge.target]
    return Text(
        "A connection cannot cross the border of a container: “{source}” and “{target}” are not in the same one.",
        source=source,
        target=target,
    )
