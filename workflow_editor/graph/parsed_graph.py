"""A document as the node types read it. All who ask about one graph share one reading, which finds each thing once."""

from functools import cached_property
from typing import Generic

from workflow_editor.graph.catalogue import NodeCatalogue, R_co
from workflow_editor.graph.document import Document
from workflow_editor.graph.nesting import Nesting
from workflow_editor.graph.topology import Topology, topology


class ParsedGraph(Generic[R_co]):
    """Queries about an immutable document, which may break rules."""

    def __init__(self, document: Document, catalogue: NodeCatalogue[R_co]) -> None:
        self.document = document
        self.catalogue = catalogue
        self.nodes = {node.key: node for node in document.nodes}
        """By key."""
        self.readings = {node.key: catalogue.read(node.type, node.type_version, node.config) for node in document.nodes}
        """The configs by key of the node; None for an unknown type."""
        self.roles = {key: None if reading is None else reading.role for key, reading in self.readings.items()}
        """By key of the node; None for an unknown type."""

    @cached_property
    def shape(self) -> Topology:
        return topology(self.document)

    @cached_property
    def nesting(self) -> Nesting:
        return Nesting(self.document, self.roles)
