"""The schema of a node type says in which language each text is read: editors follow references by it."""

from typing import Any

import pytest

from tests.workflow_editor.nodes.text_fields import TextField, text_fields
from tools.executors.contract.schema import form_schema
from workflow_editor.nodes.registry import builtin_registry

FIELDS = [*text_fields()]
TEMPLATES = {"template", "template-line", "request-url"}


def declared(field: TextField) -> str:
    """Return the language of a text by the marks of the schema alone."""
    shape: Any = form_schema(builtin_registry().get(field.type).config_model)
    for part in field.pointer.removeprefix("/").split("/"):
        if shape.get("x-template"):
            break
        within = [
            one.get("items") if part.isdigit() else one.get("properties", {}).get(part)
            for one in (shape, *shape.get("anyOf", ()))
        ]
        shape = next(filter(None, within), {})
    condition = shape.get("x-cel-if", {})
    if shape.get("x-widget") == "cel" or (
        condition and all(field.config.get(name) in allowed for name, allowed in condition.items())
    ):
        return "cel"
    return "template" if shape.get("x-template") or shape.get("x-widget") in TEMPLATES else "none"


@pytest.mark.parametrize("field", FIELDS, ids=[field.id for field in FIELDS])
def test_the_schema_names_the_language_in_which_a_node_reads_a_text(field: TextField) -> None:
    assert declared(field) == field.language


def test_every_language_and_type_is_among_them() -> None:
    assert {field.language for field in FIELDS} == {"template", "cel", "none"}
    without = {"merge", "break", "group"}
    assert {field.type for field in FIELDS} == {*builtin_registry().type_ids()} - without
