"""Edits of a graph as data: the operations that the editor sends, and how they change a document."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, ValidationInfo

from tools.core.definitions import JsonObject
from tools.core.field_errors import FieldError, field_errors, refused_value
from tools.core.naming.visible_name import CODE, UnreadableNameError, visible_name
from tools.core.text import Text
from workflow_editor.graph.catalogue import NodeCatalogue, ParsedNode, R_co
from workflow_editor.graph.document import SCHEMA_VERSION, Document, EdgeDoc, NodeDoc
from workflow_editor.graph.limits import MAX_KEY, MAX_OPERATIONS
from workflow_editor.graph.parsed_graph import ParsedGraph
from workflow_editor.graph.structure import Structure, refuse
from workflow_editor.graph.text_pointer import value_at

WasStored = Callable[[str], bool]
"""Returns whether an unreadable name was stored before, so that it may return."""


def _named(node: NodeDoc, info: ValidationInfo) -> NodeDoc:
    node.name = _name(node.name, info)
    return node


def _named_change(changes: JsonObject, info: ValidationInfo) -> JsonObject:
    name = changes.get("name")
    return {**changes, "name": _name(name, info)} if name and isinstance(name, str) else changes


def _all_named(document: Document, info: ValidationInfo) -> Document:
    for index, node in enumerate(document.nodes):
        node.name = _name(node.name, info, ("nodes", index, "name"))
    return document


def _name(name: str, info: ValidationInfo, at: Sequence[int | str] = ("name",)) -> str:
    """Check a name that arrives: graphs that are stored keep theirs, and get it back with what is undone."""
    was_stored: WasStored | None = info.context
    try:
        return visible_name(name)
    except UnreadableNameError as error:
        if was_stored is not None and was_stored(name):
            return name
        raise refused_value(CODE, error.text, at) from None


class _Operation(BaseModel):
    model_config = ConfigDict(extra="forbid")


class AddNode(_Operation):
    """Put a new node into the graph."""

    op: Literal["add_node"]
    node: Annotated[NodeDoc, AfterValidator(_named)]


class UpdateNode(_Operation):
    """Replace some fields of a node; `config` is replaced as a whole, the key never changes."""

    op: Literal["update_node"]
    key: str = Field(max_length=MAX_KEY)
    changes: Annotated[dict[str, Any], AfterValidator(_named_change)]


class UpdateConfig(_Operation):
    """Set and unset single settings of a node, so that two people may edit others of them at once."""

    op: Literal["update_config"]
    key: str = Field(max_length=MAX_KEY)
    set: dict[str, Any] = Field(default_factory=dict)
    unset: list[str] = Field(default_factory=list)


class RemoveNode(_Operation):
    """Take a node out, and every edge that touches it."""

    op: Literal["remove_node"]
    key: str = Field(max_length=MAX_KEY)


class AddEdge(_Operation):
    """Connect two ports."""

    op: Literal["add_edge"]
    edge: EdgeDoc


class RemoveEdge(_Operation):
    """Take a connection out."""

    op: Literal["remove_edge"]
    id: str = Field(max_length=MAX_KEY)


GraphOperation = Annotated[
    AddNode | UpdateNode | UpdateConfig | RemoveNode | AddEdge | RemoveEdge, Field(discriminator="op")
]
_ADAPTER: TypeAdapter[GraphOperation] = TypeAdapter(GraphOperation)
_ARRIVING: TypeAdapter[Document] = TypeAdapter(Annotated[Document, AfterValidator(_all_named)])
# Members that only wrap what an operation speaks of: pointers leave them out, so that the field of a new node and of a
# changed one have the same pointer.
_WRAPPERS = ("node", "edge", "changes")
_BLANK: JsonObject = {"key": "blank", "name": "blank", "type": "blank"}


def apply_operations(
    document: Document,
    operations: Sequence[Mapping[str, Any]],
    catalogue: NodeCatalogue[R_co],
    was_stored: WasStored | None = None,
    *,
    refuses_ignored: bool = False,
) -> ParsedGraph[R_co]:
    """Return the graph with all operations applied, in order; the given document is unchanged.

    Names, ports, edges and cycles are checked on the result, so a batch may pass through invalid states (two nodes that
    swap names, an edge before its node).

    Args:
        operations: JSON objects of the GraphOperation forms.
        was_stored: decides about unreadable names; None refuses them all.
        refuses_ignored: whether a field that has no effect is refused, unless it is stored like this.
    Raises:
        InvalidInputError: code `graph_invalid_operation`; `details["errors"]` holds `{pointer, code, message}` with
            pointers `/operations/<index>/<field>`, e.g. `/operations/0/config/temperature`.
    """
    draft = _Draft(document)
    for index, operation in enumerate(_parsed(operations, was_stored)):
        draft.apply(index, operation)
    return draft.finish(catalogue, was_stored, refuses_ignored=refuses_ignored)


def complete_operations(operations: Sequence[Mapping[str, Any]]) -> list[JsonObject]:
    """Return operations that `apply_operations` took in full, with every default: so they apply without knowing it."""
    return [_complete(operation) for operation in _parsed(operations, lambda _: True)]


def build_document(source: Mapping[str, Any] | Document, catalogue: NodeCatalogue[ParsedNode]) -> Document:
    """Read a whole graph from outside, by the rules of `apply_operations`; a stored graph keeps its names.

    Raises InvalidInputError, as `apply_operations`, with pointers `/document/nodes/<index>/<field>` and
    `/document/edges/<index>/<field>`.
    """
    try:
        document = source if isinstance(source, Document) else _ARRIVING.validate_python(source)
    except ValidationError as error:
        raise refuse([_moved(found, "/document") for found in field_errors(error)]) from error
    if document.schema_version != SCHEMA_VERSION:
        text = Text(
            "This graph has format {found}, but this server reads {wanted}.",
            found=document.schema_version,
            wanted=SCHEMA_VERSION,
        )
        raise refuse([FieldError("/document/schema_version", "unknown_schema_version", text)])
    draft = _Draft(Document(), "/document/nodes", "/document/edges")
    for index, node in enumerate(document.nodes):
        draft.add_node(index, node)
    for index, edge in enumerate(document.edges):
        draft.add_edge(index, edge)
    return draft.finish(catalogue).document


def _parsed(operations: Sequence[Mapping[str, Any]], was_stored: WasStored | None) -> list[GraphOperation]:
    if len(operations) > MAX_OPERATIONS:
        text = Text("Send at most {max_operations} operations at once.", max_operations=MAX_OPERATIONS)
        raise refuse([FieldError("/operations", "too_many_operations", text)])
    parsed: list[GraphOperation] = []
    errors: list[FieldError] = []
    for index, operation in enumerate(operations):
        try:
            parsed.append(_ADAPTER.validate_python(operation, context=was_stored))
        except ValidationError as error:
            # A known tag is the first part of each location; an unknown one leaves the location empty.
            errors += [_unwrapped(found, index) for found in field_errors(error, skip=1)]
    if errors:
        raise refuse(errors)
    return parsed


def _complete(operation: GraphOperation) -> JsonObject:
    if not isinstance(operation, UpdateNode):
        return operation.model_dump(mode="json")
    stored = NodeDoc.model_validate({**_BLANK, **operation.changes}).model_dump(mode="json")
    # The default policy has no JSON.
    return {**operation.model_dump(), "changes": {name: stored.get(name, {}) for name in operation.changes}}


def _unwrapped(error: FieldError, index: int) -> FieldError:
    pointer = error.pointer
    for wrapper in _WRAPPERS:
        if pointer.startswith(f"/{wrapper}/"):
            pointer = pointer.removeprefix(f"/{wrapper}")
            break
    return FieldError(f"/operations/{index}{pointer}", error.code, error.message)


def _moved(error: FieldError, prefix: str) -> FieldError:
    return FieldError(f"{prefix}{error.pointer}", error.code, error.message)


class _Draft:
    """A graph while operations change it; remembers which operation touched what, for the pointers of errors."""

    def __init__(self, document: Document, nodes_at: str = "/operations", edges_at: str = "/operations") -> None:
        self._base = document
        self._nodes_at = nodes_at
        self._edges_at = edges_at
        self._nodes = {node.key: node for node in document.nodes}
        self._edges = {edge.id: edge for edge in document.edges}
        self._touching: dict[str, set[str]] | None = None
        self._node_operation: dict[str, int] = {}
        self._edge_operation: dict[str, int] = {}

    def apply(self, index: int, operation: GraphOperation) -> None:
        match operation:
            case AddNode(node=node):
                self.add_node(index, node)
            case UpdateNode(key=key, changes=changes):
                self._update_node(index, key, changes)
            case UpdateConfig(key=key):
                self._update_config(index, operation)
            case RemoveNode(key=key):
                self._remove_node(index, key)
            case AddEdge(edge=edge):
                self.add_edge(index, edge)
            case RemoveEdge(id=edge_id):
                if self._edges.pop(edge_id, None) is None:
                    raise self._unknown(index, "id", Text("connection"), edge_id)
                self._edge_operation.pop(edge_id, None)

    def add_node(self, index: int, node: NodeDoc) -> None:
        """Put a node in; a key that is taken is refused."""
        if node.key in self._nodes:
            text = Text("A node with the key {key} already exists.", key=node.key)
            raise refuse([FieldError(f"{self._nodes_at}/{index}/key", "duplicate_key", text)])
        self._nodes[node.key] = node
        self._node_operation[node.key] = index

    def add_edge(self, index: int, edge: EdgeDoc) -> None:
        """Put a connection in; an id that is taken is refused."""
        if edge.id in self._edges:
            text = Text("A connection with the ID {id} already exists.", id=edge.id)
            raise refuse([FieldError(f"{self._edges_at}/{index}/id", "duplicate_edge", text)])
        self._edges[edge.id] = edge
        self._edge_operation[edge.id] = index
        if self._touching is not None:
            self._touching.setdefault(edge.source, set()).add(edge.id)
            self._touching.setdefault(edge.target, set()).add(edge.id)

    def finish(
        self,
        catalogue: NodeCatalogue[R_co],
        was_stored: WasStored | None = None,
        *,
        refuses_ignored: bool = False,
    ) -> ParsedGraph[R_co]:
        """Check and return the result. Raises InvalidInputError if the graph breaks a rule."""
        # Everything in here has been validated piece by piece already.
        outcome = Document.model_construct(
            schema_version=self._base.schema_version, nodes=list(self._nodes.values()), edges=list(self._edges.values())
        )
        graph = ParsedGraph(outcome, catalogue)
        structure = Structure(graph, self._node_pointer, self._edge_pointer)
        errors = structure.errors(tuple(self._node_operation), tuple(self._edge_operation))
        if was_stored is not None:
            errors = [error for error in errors if error.code != CODE or not was_stored(self._text_at(error.pointer))]
        if refuses_ignored:
            errors += self._newly_ignored(graph)
        if errors:
            raise refuse(errors)
        return graph

    def _newly_ignored(self, graph: ParsedGraph[R_co]) -> Iterator[FieldError]:
        stored = {node.key: node for node in self._base.nodes}
        for key in self._node_operation:
            reading, before = graph.readings[key], stored.get(key)
            was = before and graph.catalogue.read(before.type, before.type_version, before.config)
            known = [(one, value_at(before.config, one.pointer)) for one in was.ignored()] if before and was else []
            for error in reading.ignored() if reading else ():
                if (error, value_at(graph.nodes[key].config, error.pointer)) not in known:
                    yield _moved(error, f"{self._node_pointer(key)}/config")

    def _text_at(self, pointer: str) -> str:
        """Return the text in a node's config that an error is about; empty where there is none."""
        index, _, path = pointer.removeprefix(f"{self._nodes_at}/").partition("/")
        keys = [key for key, operation in self._node_operation.items() if str(operation) == index]
        found = value_at(self._nodes[keys[0]].model_dump(include={"config"}), f"/{path}") if keys else None
        return found if isinstance(found, str) else ""

    def _node_pointer(self, key: str) -> str:
        index = self._node_operation.get(key)
        return self._nodes_at if index is None else f"{self._nodes_at}/{index}"

    def _edge_pointer(self, edge_id: str) -> str:
        index = self._edge_operation.get(edge_id)
        return self._edges_at if index is None else f"{self._edges_at}/{index}"

    def _update_node(self, index: int, key: str, changes: JsonObject) -> None:
        node = self._node(index, key)
        if "key" in changes:
            text = Text("A node's key never changes; add a new node instead.")
            raise refuse([FieldError(f"{self._nodes_at}/{index}/key", "key_is_fixed", text)])
        unchanged = {name: getattr(node, name) for name in NodeDoc.model_fields if name not in changes}
        try:
            self._nodes[key] = NodeDoc.model_validate({**unchanged, **changes})
        except ValidationError as error:
            raise refuse([_moved(found, f"{self._nodes_at}/{index}") for found in field_errors(error)]) from error
        self._node_operation[key] = index

    def _update_config(self, index: int, operation: UpdateConfig) -> None:
        node = self._node(index, operation.key)
        config = {**node.config, **operation.set}
        for name in operation.unset:
            config.pop(name, None)
        self._nodes[operation.key] = node.model_copy(update={"config": config})
        self._node_operation[operation.key] = index

    def _node(self, index: int, key: str) -> NodeDoc:
        node = self._nodes.get(key)
        if node is None:
            raise self._unknown(index, "key", Text("node"), key)
        return node

    def _remove_node(self, index: int, key: str) -> None:
        if self._nodes.pop(key, None) is None:
            raise self._unknown(index, "key", Text("node"), key)
        self._node_operation.pop(key, None)
        for edge_id in self._edges_of(key):
            edge = self._edges.get(edge_id)
            # The id may by now belong to another connection.
            if edge is not None and key in (edge.source, edge.target):
                del self._edges[edge_id]
                self._edge_operation.pop(edge_id, None)

    def _edges_of(self, key: str) -> set[str]:
        """Indexed at the first removal, so that removing many nodes of a big graph stays linear."""
        if self._touching is None:
            self._touching = {}
            for edge in self._edges.values():
                self._touching.setdefault(edge.source, set()).add(edge.id)
                self._touching.setdefault(edge.target, set()).add(edge.id)
        return self._touching.pop(key, set())

    def _unknown(self, index: int, member: str, noun: Text, name: str) -> Exception:
        text = Text(
            "There is no {noun} “{name}”. Someone else may have removed it.",
            noun=noun,
            name=name,
        )
        return refuse(
            [FieldError(f"/operations/{index}/{member}", f"unknown_{'edge' if member == 'id' else 'node'}", text)]
        )
