"""The node types that graphs may use: an explicit list, looked up by id and version."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from tools.core.call.summary import summary_json
from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.executors.contract.schema import form_schema
from workflow_editor.errors import InvalidInputError
from workflow_editor.graph.document import Document
from workflow_editor.graph.parsed_graph import ParsedGraph
from workflow_editor.nodes.base import Example, NodeType, OutputField, Port, Previewable
from workflow_editor.nodes.builtin import BUILTIN_NODE_TYPES
from workflow_editor.nodes.containers import ContainerNode
from workflow_editor.nodes.inspection import InspectedType, ParsedConfig
from workflow_editor.nodes.meanings import FIRST


class NodeRegistry:
    """Node types by id and version; implements `graph.catalogue.NodeCatalogue`. Raises ValueError for duplicate ids."""

    def __init__(self, node_types: Iterable[NodeType[Any]]) -> None:
        self._kinds: dict[tuple[str, int], InspectedType] = {}
        for node_type in node_types:
            if (node_type.id, FIRST) in self._kinds:
                raise ValueError(f"two node types are {node_type.id}; known: {', '.join(self.type_ids())}")
            kind = InspectedType(node_type)
            self._kinds |= {(node_type.id, version): kind for version in range(FIRST, node_type.version + 1)}

    def get(self, type_id: str, version: int = 1) -> NodeType[Any]:
        """Return a node type. Raises InvalidInputError (`unknown_type`), which lists the known ids."""
        kind = self._kinds.get((type_id, version))
        if kind is None:
            known = ", ".join(self.type_ids())
            raise InvalidInputError(
                f"There is no node type {type_id} (version {version}). Known types: {known}.", code="unknown_type"
            )
        return kind.node_type

    def kind(self, type_id: str, version: int) -> InspectedType | None:
        """Return the type with what graphs ask about it, or None."""
        return self._kinds.get((type_id, version))

    def read(self, type_id: str, version: int, config: JsonObject) -> ParsedConfig | None:
        """Parse a node's config; None if there is no such type."""
        kind = self._kinds.get((type_id, version))
        return None if kind is None else kind.read(config, version)

    def type_ids(self) -> Sequence[str]:
        """Return all ids in the order of registration, each once."""
        return tuple(dict.fromkeys(type_id for type_id, _ in self._kinds))

    def node_types(self) -> Sequence[NodeType[Any]]:
        """Return all types in the order of registration."""
        return tuple(kind.node_type for kind in dict.fromkeys(self._kinds.values()))

    def catalogue(self) -> list[JsonObject]:
        """Return what `GET /api/node-types/` gives out."""
        return [describe(node_type) for node_type in self.node_types()]


@cache
def builtin_registry() -> NodeRegistry:
    """Return the registry of the node types that come with Flowloom."""
    return NodeRegistry(BUILTIN_NODE_TYPES)


def read_graph(document: Document) -> ParsedGraph[ParsedConfig]:
    """Let the node types that come with Flowloom read a graph."""
    return ParsedGraph(document, builtin_registry())


def describe(node_type: NodeType[Any]) -> JsonObject:
    """Return one entry of the catalogue: identity, ports, form schema, defaults and output fields."""
    return {
        "id": node_type.id,
        "version": node_type.version,
        "category": node_type.category,
        "icon": node_type.icon,
        "title": _both(node_type.title),
        "help": _both(node_type.help),
        "keywords": _both(node_type.keywords),
        "summary": summary_json(node_type.summary),
        "inputs": [_port(port) for port in node_type.inputs],
        "outputs": [_port(port) for port in node_type.outputs],
        "outputs_from": node_type.outputs_from,
        "role": node_type.role,
        "effect": node_type.effect.value,
        "previews": isinstance(node_type, Previewable),
        "example": _example(node_type.example),
        "config_schema": form_schema(node_type.config_model),
        "default_config": node_type.config_model().model_dump(mode="json", by_alias=True),
        "output_fields": [_field(field) for field in node_type.output_fields],
        "output_fields_from": node_type.output_fields_from,
        "pass_fields": (
            [_field(field) for field in node_type.pass_fields] if isinstance(node_type, ContainerNode) else []
        ),
    }


def _field(field: OutputField) -> JsonObject:
    return {"name": field.name, "type": field.type, "title": _both(field.title)}


def _example(example: Example) -> JsonObject:
    return {
        "text": _both(example.text),
        "config": example.config,
        "inputs": example.inputs,
        "nodes": example.nodes,
        "output": example.output,
    }


def _port(port: Port) -> JsonObject:
    show_if = None if port.show_if is None else {name: list(values) for name, values in port.show_if.items()}
    return {"id": port.id, "title": _both(port.title), "show_if": show_if}


def _both(text: Text) -> JsonObject:
    return text.to_json()
