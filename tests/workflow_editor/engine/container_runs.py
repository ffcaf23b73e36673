"""Containers with a body in a run that is kept in memory."""

from typing import Any

from tests.doubles.memory_run import MemoryRun
from tests.factories.documents import edge, node
from workflow_editor.engine.plan import compile_plan
from workflow_editor.graph.operations import build_document
from workflow_editor.nodes.registry import builtin_registry, read_graph

JsonObject = dict[str, Any]
REGISTRY = builtin_registry()
ITEMS = '["a", "b", "c"]'


def inside(key: str, type_: str, config: JsonObject | None = None, parent: str = "each", **fields: Any) -> JsonObject:
    return node(key, type_, config, parent=parent, **fields)


def text_node(key: str, template: str, parent: str = "each", **fields: Any) -> JsonObject:
    return inside(key, "template", {"template": template}, parent, **fields)


def ask(key: str, parent: str = "each", **fields: Any) -> JsonObject:
    """An effect node: its outcome is given by the test."""
    return inside(key, "process", {"userPrompt": "p"}, parent, **fields)


def around(container: JsonObject, *body: JsonObject, edges: tuple[JsonObject, ...] = (), **options: Any) -> MemoryRun:
    """start -> container -> end, with the container's output."""
    key = container["key"]
    value = f"{{{{ nodes.{key} }}}}"
    nodes = [
        node("s", "start", {"fields": [{"name": "items", "type": "json"}]}),
        container,
        *body,
        node("e", "end", {"outputs": [{"name": "out", "value": value}]}),
    ]
    document = build_document({"nodes": nodes, "edges": [edge("s", key), edge(key, "e"), *edges]}, REGISTRY)
    return MemoryRun(compile_plan(read_graph(document)), **options)


def iteration(config: JsonObject | None = None, key: str = "each", **fields: Any) -> JsonObject:
    return node(key, "iteration", {"items": ITEMS, **(config or {})}, **fields)


def loop(config: JsonObject, key: str = "loop", **fields: Any) -> JsonObject:
    return node(key, "loop", config, **fields)


def events_inside(run: MemoryRun) -> list[str]:
    """Events of the passes and of the container itself."""
    return [event for event in run.events if event.split()[1] not in ("s", "e")]


def output_of(run: MemoryRun, key: str = "each") -> Any:
    run.play()
    return run.output(key)


FAILING: JsonObject = {"work/each.1": {"error": "It broke."}}
