"""Each field that a node type needs is asked for while it is empty and applies, and only then."""

from typing import Any

import pytest

from tools.executors.contract.schema import form_schema
from workflow_editor.nodes.base import ConfigProblem, NodeType
from workflow_editor.nodes.registry import builtin_registry

NEEDS = [(node_type, need) for node_type in builtin_registry().node_types() for need in node_type.needs]
EMPTY: dict[str, Any] = {"string": "  ", "array": []}
ROWS: dict[str, Any] = {
    "form": [{"name": "a"}],
    "condition": [{"variable": "a"}],
    "parameter_extractor": [{"name": "a"}],
}


@pytest.mark.parametrize(("node_type", "need"), NEEDS, ids=[f"{one.id}{need.field}" for one, need in NEEDS])
def test_an_empty_field_is_asked_for_while_it_applies(node_type: NodeType[Any], need: ConfigProblem) -> None:
    name = need.field.removeprefix("/")
    field = form_schema(node_type.config_model)["properties"][name]
    kind = field.get("type", "string")
    shown_if = field.get("x-show-if", {})

    def asks(given: dict[str, Any]) -> bool:
        return need in node_type.problems(node_type.config_model.model_validate(given))

    beside = {other: allowed[0] for other, allowed in shown_if.items()}
    filled = ROWS.get(node_type.id, [{"id": "a", "label": "A"}]) if kind == "array" else "filled"
    assert asks({**beside, name: EMPTY[kind]})
    assert not asks({**beside, name: filled})
    for other in shown_if:
        allowed = form_schema(node_type.config_model)["properties"][other]["enum"]
        hiding = next(one for one in allowed if one not in shown_if[other])
        assert not asks({**beside, other: hiding, name: EMPTY[kind]})


def test_most_node_types_need_something() -> None:
    assert len(NEEDS) > 30
