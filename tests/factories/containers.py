"""Graphs around one container: start -> container -> end, with the container's output as `out`."""

from collections.abc import Sequence
from typing import Any

from tests.factories.documents import JsonObject, edge, node
from tests.factories.run_documents import ask, text


def around(container: JsonObject, *body: JsonObject, edges: Sequence[JsonObject] = ()) -> JsonObject:
    """Put nodes into a container; those that lie deeper name their parent themselves."""
    key = container["key"]
    fields = [{"name": "items", "type": "json", "title": "Items", "options": []}]
    inside = [one if one["parent"] else {**one, "parent": key} for one in body]
    nodes = [
        node("start", "start", {"fields": fields}),
        container,
        *inside,
        node("end", "end", {"outputs": [{"name": "out", "value": f"{{{{ nodes.{key} }}}}"}]}),
    ]
    return {"schema_version": 1, "nodes": nodes, "edges": [edge("start", key), edge(key, "end"), *edges]}


def each(items: str = "[1, 2, 3]", key: str = "each", parent: str | None = None, **config: Any) -> JsonObject:
    return node(key, "iteration", {"items": items, **config}, parent=parent)


def loop(key: str = "loop", **config: Any) -> JsonObject:
    return node(key, "loop", config)


def asking(key: str, container: str = "each", **fields: Any) -> JsonObject:
    """An AI node in a body; it answers with the item of its pass."""
    return {**ask(key, {"text": f"{{{{ nodes.{container}.item }}}}"}), **fields}


__all__ = ["around", "asking", "each", "edge", "loop", "text"]
