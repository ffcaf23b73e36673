"""The schema of a node type says in which language each text is read: editors follow references by it."""

from typing import Any

import pytest

from tests.workflow_editor.nodes.text_fields import TextField, text_fields
from tools.executors.contract.schema import form_schema
from tools.executors.registry import registry
from workflow_editor.nodes.registry import builtin_registry

FIELDS = [*text_fields()]
TEMPLATES = {"template", "template-line", "request-url"}


def declared(field: TextField) -> str:
    """Return the language of a text by the marks of the schema alone."""
    shape: Any = form_schema(builtin_registry().get(field.type).config_model)
    given: Any = field.config
    for part in field.pointer.removeprefix("/").split("/"):
        if shape.get("x-template"):
            break
        within = [
            one.get("items") if part.isdigit() else one.get("properties", {}).get(part)
            for one in (shape, *shape.get("anyOf", ()))
        ]
        shape = next(filter(None, within), {})
        if "x-settings-by-type" in shape:
            shape = {} if given.get("toolConfig") else shape["x-settings-by-type"].get(given["type"], {})
        given = given[int(part) if part.isdigit() else part]
    condition = shape.get("x-cel-if", {})
    if shape.get("x-widget") == "cel" or (
        condition and all(field.config.get(name) in allowed for name, allowed in condition.items())
    ):
        return "cel"
    return "template" if shape.get("x-template") or shape.get("x-widget") in TEMPLATES else "none"


@pytest.mark.parametrize("node_type", sorted({field.type for field in FIELDS}))
def test_the_schema_names_the_language_in_which_a_node_reads_a_text(node_type: str) -> None:
    fields = [field for field in FIELDS if field.type == node_type]
    assert [(field.id, declared(field)) for field in fields] == [(field.id, field.language) for field in fields]


def test_every_language_and_type_is_among_them() -> None:
    carried = {tool["type"] for field in FIELDS if isinstance(tool := field.config.get("tool"), dict)}
    assert carried >= {ui_tool.ui_type for executor in registry for ui_tool in executor.ui_tools}
    assert {field.language for field in FIELDS} == {"template", "cel", "none"}
    without = {"merge", "break", "group"}
    assert {field.type for field in FIELDS} == {*builtin_registry().type_ids()} - without
