"""The address of a graph: a hash over everything that decides how it runs."""

import hashlib
import json

from workflow_editor.graph.document import Document


def content_hash(document: Document) -> str:
    """Return the SHA-256 (hex) of the document's canonical JSON.

    Positions and the order of nodes and edges are ignored, except the order in which branches are followed.
    """
    canonical = {
        "schema_version": document.schema_version,
        "nodes": sorted(
            (node.model_dump(exclude={"position"}) for node in document.nodes), key=lambda node: node["key"]
        ),
        "edges": [edge.model_dump() for edge in document.edges],
    }
    text = json.dumps(canonical, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()
