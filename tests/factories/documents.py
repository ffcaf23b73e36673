"""Graph documents as JSON, built from node and edge short forms."""

from typing import Any

JsonObject = dict[str, Any]


def node(key: str, type_: str, config: JsonObject | None = None, *, name: str = "", **fields: Any) -> JsonObject:
    """Return a NodeDoc; the name is the key in capitals unless given."""
    return {
        "key": key,
        "name": name or key.capitalize(),
        "type": type_,
        "type_version": 1,
        "config": config or {},
        "position": {"x": 0, "y": 0},
        "parent": None,
        "bypass": False,
        "pinned_output": None,
        **fields,
    }


def edge(source: str, target: str, *, port: str = "out") -> JsonObject:
    """Return an EdgeDoc with an id that names its two ends."""
    return {
        "id": f"{source}-{port}-{target}",
        "source": source,
        "source_port": port,
        "target": target,
        "target_port": "in",
    }


def text_field(name: str, *, required: bool = True) -> JsonObject:
    return {"name": name, "type": "text", "title": name.capitalize(), "required": required, "options": []}


def greeting_document() -> JsonObject:
    """start(topic) -> template -> end: pure nodes only, runs without model or tool."""
    return {
        "schema_version": 1,
        "nodes": [
            node("start", "start", {"fields": [text_field("topic")]}),
            node("greet", "template", {"template": "Hello {{ inputs.topic }}"}),
            node("end", "end", {"outputs": [{"name": "greeting", "value": "{{ nodes.greet.text }}"}]}),
        ],
        "edges": [edge("start", "greet"), edge("greet", "end")],
    }


def writer_document() -> JsonObject:
    """start(topic) -> AI node on the offline model -> end."""
    return {
        "schema_version": 1,
        "nodes": [
            node("start", "start", {"fields": [text_field("topic")]}),
            node("writer", "process", {"provider": "offline", "userPrompt": "Write about {{ inputs.topic }}"}),
            node("end", "end", {"outputs": [{"name": "text", "value": "{{ nodes.writer.result }}"}]}),
        ],
        "edges": [edge("start", "writer"), edge("writer", "end")],
    }
