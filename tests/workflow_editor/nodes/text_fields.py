"""Every text field of every node type, with the language in which the node reads it."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from pydantic import ValidationError

from tools.executors.contract.schema import form_schema
from tools.executors.registry import registry
from workflow_editor.nodes.base import NodeType
from workflow_editor.nodes.containers import ContainerNode
from workflow_editor.nodes.registry import builtin_registry

Json = dict[str, Any]
TEXT = "抓取.a {{ 抓取.b }}"
"""A reference in an expression, then one in a template."""
_REQUIRED: Json = {"id": "a", "type": "http-request", "tool": "a"}
"""Needed, or meaningful, beside the other fields of a row."""
_SAVED: Json = {"id": "a", "type": "http-request", "toolConfig": "a"}
"""A saved tool: settings in the node are not read."""


class TextField(NamedTuple):
    """One field that is filled in with `TEXT`."""

    type: str
    pointer: str
    config: Json
    language: str
    """As the node type's own lists of templates and expressions say: `template`, `cel`, or `none`."""

    @property
    def id(self) -> str:
        """Name of the case, with the settings that change the language."""
        tools = [self.config.get("tool"), *self.config.get("tools", ())]
        words = [tool.get("type") for tool in tools if isinstance(tool, dict)]
        return " ".join(filter(None, (f"{self.type}{self.pointer}", *words, self.config.get("matchType"))))


def text_fields() -> Iterator[TextField]:
    """Yield each text field in settings in which it applies; twice where these decide about its language."""
    for node_type in builtin_registry().node_types():
        schema = form_schema(node_type.config_model)
        for pointer, config, conditions in _filled(schema, ""):
            changed = {name: allowed[0] for name, allowed in conditions.items()}
            for given in [config, {**config, **changed}] if changed else [config]:
                yield TextField(node_type.id, pointer, given, _language(node_type, given))


def _language(node_type: NodeType[Any], given: Json) -> str:
    try:
        config = node_type.config_model.model_validate(given)
    except ValidationError:
        # A field that takes no such text.
        return "none"
    templates, expressions = [*node_type.templates(config)], [*node_type.expressions(config)]
    if isinstance(node_type, ContainerNode):
        templates += node_type.body_templates(config)
        expressions += node_type.body_expressions(config)
    assert not (TEXT in templates and TEXT in expressions)
    return "template" if TEXT in templates else "cel" if TEXT in expressions else "none"


def _filled(field: Json, pointer: str) -> Iterator[tuple[str, Any, Json]]:
    """Yield pointer, value and the conditions of its language for each text in a field."""
    shapes = [one for one in field.get("anyOf", [field]) if one.get("type") != "null"]
    kind = shapes[0].get("type")
    if "enum" in shapes[0] or "const" in shapes[0]:
        return
    if kind in ("string", None):
        yield pointer, TEXT, field.get("x-cel-if", {})
    elif kind == "array":
        for inner, value, conditions in _filled(shapes[0].get("items", {}), f"{pointer}/0"):
            yield inner, [value], conditions
    elif kind == "object" and "properties" in shapes[0]:
        properties = shapes[0]["properties"]
        for name, inner_field in properties.items():
            if "x-settings-by-type" in inner_field:
                yield from _in_settings_of_tools(f"{pointer}/{name}", name)
                continue
            for inner, value, conditions in _filled(inner_field, f"{pointer}/{name}"):
                yield inner, {**_beside(properties, name), name: value}, conditions
    elif kind == "object":
        yield f"{pointer}/any", {"any": TEXT}, {}


def _in_settings_of_tools(pointer: str, name: str) -> Iterator[tuple[str, Any, Json]]:
    """Yield the same for the settings of every type of tool, in a node."""
    yield f"{pointer}/url", {**_SAVED, name: {"url": TEXT}}, {}
    for ui_tool in (ui_tool for executor in registry for ui_tool in executor.ui_tools):
        for inner, settings, conditions in _filled(form_schema(ui_tool.config), pointer):
            yield inner, {"id": "a", "type": ui_tool.ui_type, name: settings}, conditions


def _beside(properties: Json, name: str) -> Json:
    """Return the other fields with which a field applies."""
    found: Json = {other: value for other, value in _REQUIRED.items() if _takes(properties.get(other), value)}
    wanted = [name]
    while wanted:
        for other, allowed in properties[wanted.pop()].get("x-show-if", {}).items():
            found[other] = allowed[0] if isinstance(allowed, list) else allowed
            wanted.append(other)
    return found


def _takes(field: Json | None, value: Any) -> bool:
    return field is not None and field.get("type") == "string" and value in field.get("enum", [value])
