"""Graphs for tests of the runtime: chains, fans and nodes on the offline model."""

from itertools import pairwise
from typing import Any

from tests.factories.documents import JsonObject, edge, node


def graph(nodes: list[JsonObject], edges: list[JsonObject]) -> JsonObject:
    return {"schema_version": 1, "nodes": nodes, "edges": edges}


def chain(*middle: JsonObject) -> JsonObject:
    """start -> the given nodes, one after the other -> end, which passes on what arrives."""
    nodes = [node("start", "start"), *middle, node("end", "end")]
    keys = [item["key"] for item in nodes]
    return graph(nodes, [edge(source, target) for source, target in pairwise(keys)])


def fan(*middle: JsonObject) -> JsonObject:
    """start -> each of the given nodes -> merge (all) -> end."""
    nodes = [node("start", "start"), *middle, node("join", "merge"), node("end", "end")]
    edges = [item for inner in middle for item in (edge("start", inner["key"]), edge(inner["key"], "join"))]
    return graph(nodes, [*edges, edge("join", "end")])


def ask(key: str, *script: JsonObject, **config: Any) -> JsonObject:
    """An AI node with an offline model that answers by a script, `Answer of <key>` unless given."""
    steps = list(script) or [{"text": f"Answer of {key}"}]
    fields = {"provider": "offline", "userPrompt": "Go", "offlineScript": steps, **config}
    return node(key, "process", fields)


def text(key: str, template: str = "") -> JsonObject:
    return node(key, "template", {"template": template or f"text of {key}"})


def failing(key: str) -> JsonObject:
    """A pure node that fails when it is reached."""
    return text(key, "{{ 1 | divided_by: 0 }}")
