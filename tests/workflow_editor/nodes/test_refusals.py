"""Settings of nodes that are refused before they are stored."""

from typing import Any

import pytest

from workflow_editor.nodes.registry import builtin_registry


def refused(type_id: str, config: dict[str, Any]) -> list[tuple[str, str]]:
    kind = builtin_registry().kind(type_id, 1)
    assert kind is not None
    errors = kind.config_errors(config)
    assert all(error.message.en and error.message.zh for error in errors)
    return [(error.pointer, error.code) for error in errors]


@pytest.mark.parametrize("choice", ["maybe", 5, None, [], {}, {"nam": "x"}, {"name": ""}, {"name": "x", "more": 1}])
def test_a_wrong_tool_choice_is_one_error_at_its_field(choice: Any) -> None:
    assert refused("process", {"toolChoice": choice}) == [("/toolChoice", "tool_choice")]


@pytest.mark.parametrize("choice", ["auto", "none", "required", {"name": "fetch"}])
def test_every_form_of_tool_choice_is_taken(choice: Any) -> None:
    assert refused("process", {"toolChoice": choice}) == []
