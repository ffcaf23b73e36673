"""The workflows that the figures are taken from."""

from itertools import pairwise
from typing import Any

JsonObject = dict[str, Any]


def node(key: str, type_: str, config: JsonObject | None = None) -> JsonObject:
    return {"key": key, "name": key, "type": type_, "config": config or {}}


def edge(source: str, target: str, port: str = "out") -> JsonObject:
    return {"id": f"{source}-{port}-{target}", "source": source, "source_port": port, "target": target}


def document(nodes: list[JsonObject], edges: list[JsonObject]) -> JsonObject:
    return {"nodes": nodes, "edges": edges}


def _pass_through(key: str) -> JsonObject:
    return node(key, "set", {"assignments": [{"name": "value", "value": "{{ inputs.value }}"}]})


def chain(length: int) -> JsonObject:
    """start, `length` nodes in a row that each carry one value on, end."""
    keys = ["start", *(f"n{index}" for index in range(length)), "end"]
    nodes = [_start(), *(_pass_through(key) for key in keys[1:-1]), _end(f"n{length - 1}")]
    return document(nodes, [edge(a, b) for a, b in pairwise(keys)])


def effects(length: int) -> JsonObject:
    """start, `length` nodes in a row that each run a line of code between two commits, end."""
    keys = ["start", *(f"n{index}" for index in range(length)), "end"]
    nodes = [_start(), *(node(key, "code", {"code": "result = 1"}) for key in keys[1:-1]), node("end", "end")]
    return document(nodes, [edge(a, b) for a, b in pairwise(keys)])


def fan(width: int) -> JsonObject:
    """start, `width` nodes side by side, a merge that waits for all, end."""
    branches = [f"n{index}" for index in range(width)]
    nodes = [
        _start(),
        *(_pass_through(key) for key in branches),
        node("merge", "merge", {"strategy": "all"}),
        _end("n0"),
    ]
    edges = [edge("start", key) for key in branches] + [edge(key, "merge") for key in branches]
    return document(nodes, [*edges, edge("merge", "end")])


def five_nodes() -> JsonObject:
    """start, template, condition, set, end: what small automations look like."""
    nodes = [
        _start(),
        node("greet", "template", {"template": "Hello {{ inputs.value }}"}),
        node(
            "check", "condition", {"rows": [{"variable": "{{ inputs.value }}", "operator": "isNotEmpty", "value": ""}]}
        ),
        node("keep", "set", {"assignments": [{"name": "value", "value": "{{ nodes.greet.text }}"}]}),
        _end("keep"),
    ]
    edges = [edge("start", "greet"), edge("greet", "check"), edge("check", "keep", "true"), edge("keep", "end")]
    return document(nodes, edges)


def agent(provider: str) -> JsonObject:
    """start, an AI node with the built-in clock as its tool, end."""
    config = {
        "provider": provider,
        "model": "stub",
        "userPrompt": "What time is it?",
        "enabledTools": ["system:get_current_time"],
    }
    ai = node("ai", "process", config)
    return document([_start(), ai, _end("ai", "result")], [edge("start", "ai"), edge("ai", "end")])


def _start() -> JsonObject:
    field = {"name": "value", "type": "text", "title": "Value", "required": False, "default": "x"}
    return node("start", "start", {"fields": [field]})


def _end(source: str, name: str = "value") -> JsonObject:
    return node("end", "end", {"outputs": [{"name": name, "value": f"{{{{ nodes.{source}.{name} }}}}"}]})
