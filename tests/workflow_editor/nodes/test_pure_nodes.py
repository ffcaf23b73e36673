"""The node types that compute without effects."""

from typing import Any

import pytest

from tests.doubles.node_harness import NodeHarness
from workflow_editor.errors import NodeError
from workflow_editor.nodes.base import NodeOutcome, PureNode
from workflow_editor.nodes.builtin.start import StartConfig, read_inputs
from workflow_editor.nodes.registry import builtin_registry

JsonObject = dict[str, Any]
HARNESS = NodeHarness(
    inputs={"topic": "tea", "age": "20"},
    outputs={"a": {"text": "A", "n": 3}, "b": {"text": "B"}, "ai": {"result": [1, 2], "model": "m"}},
    upstream=("a", "b"),
)
FILLED = {"variable": "", "operator": "isNotEmpty"}


def evaluate(type_id: str, config: JsonObject, harness: NodeHarness = HARNESS) -> NodeOutcome:
    node_type = builtin_registry().get(type_id)
    assert isinstance(node_type, PureNode)
    return node_type.evaluate(node_type.config_model.model_validate(config), harness.variables())


OUTPUTS: list[tuple[str, JsonObject, JsonObject, tuple[str, ...]]] = [
    ("template", {"template": "About {{ inputs.topic }}"}, {"text": "About tea"}, ("out",)),
    (
        "set",
        {"assignments": [{"name": "n", "value": "{{ nodes.a.n }}"}, {"name": "t", "value": "{{ a.n }}!"}]},
        {"n": 3, "t": "3!"},
        ("out",),
    ),
    ("end", {"outputs": [{"name": "all", "value": "{{ ai }}"}]}, {"all": [1, 2]}, ()),
    ("end", {}, {"text": "B", "n": 3}, ()),
    ("merge", {}, {"a": {"text": "A", "n": 3}, "b": {"text": "B"}}, ("out",)),
    ("merge", {"strategy": "any"}, {"text": "A", "n": 3}, ("out",)),
    ("merge", {"strategy": "first"}, {"text": "A", "n": 3}, ("out",)),
    (
        "merge",
        {"outputMode": "merge"},
        {
            "result": {"a": {"text": "A", "n": 3}, "b": {"text": "B"}},
            "counts": {"total": 2, "succeeded": 2, "failed": 0},
            "errors": [],
        },
        ("out",),
    ),
    (
        "merge",
        {"strategy": "any", "outputMode": "array"},
        {
            "result": [{"text": "A", "n": 3}, {"text": "B"}],
            "counts": {"total": 2, "succeeded": 2, "failed": 0},
            "errors": [],
        },
        ("out",),
    ),
    (
        "condition",
        {"rows": [{"variable": "{{ inputs.age }}", "operator": "greaterOrEqual", "value": "18"}]},
        {"result": True},
        ("true",),
    ),
    (
        "condition",
        {"rows": [{"variable": "{{ a.n }}", "operator": "equals", "value": "{{ b.text }}"}]},
        {"result": False},
        ("false",),
    ),
    (
        "condition",
        {
            "match": "all",
            "rows": [{"variable": "x", "operator": "isNotEmpty"}, {"variable": "", "operator": "isNotEmpty"}],
        },
        {"result": False},
        ("false",),
    ),
    (
        "condition",
        {
            "match": "any",
            "rows": [{"variable": "x", "operator": "isNotEmpty"}, {"variable": "", "operator": "isNotEmpty"}],
        },
        {"result": True},
        ("true",),
    ),
    ("condition", {"mode": "expression", "expression": "nodes.a.n > 2"}, {"result": True}, ("true",)),
]


@pytest.mark.parametrize(("type_id", "config", "output", "ports"), OUTPUTS)
def test_a_node_gives(type_id: str, config: JsonObject, output: JsonObject, ports: tuple[str, ...]) -> None:
    outcome = evaluate(type_id, config)
    assert (outcome.output, outcome.ports) == (output, ports)


def test_a_condition_keeps_what_it_compared_for_people_who_debug() -> None:
    row = {"variable": "{{ a.n }}", "operator": "lessThan", "value": "4"}
    outcome = evaluate("condition", {"rows": [row]})
    assert outcome.inputs == {"rows": [{"left": 3, "operator": "lessThan", "right": "4", "result": True}]}


def test_an_expression_that_is_no_yes_or_no_fails_the_node() -> None:
    with pytest.raises(NodeError, match="returns 3"):
        evaluate("condition", {"mode": "expression", "expression": "nodes.a.n"})


def test_a_pinned_condition_goes_the_way_of_its_output() -> None:
    condition = builtin_registry().get("condition")
    assert condition.ports_of({"result": True}) == ("true",)
    assert condition.ports_of({"result": False}) == ("false",)
    assert builtin_registry().get("template").ports_of({}) == ("out",)
    assert builtin_registry().get("end").ports_of({}) == ()


FIELDS: list[tuple[JsonObject, Any, Any]] = [
    ({"type": "text"}, 5, "5"),
    ({"type": "text", "default": "d"}, "", "d"),
    ({"type": "paragraph"}, "a\nb", "a\nb"),
    ({"type": "number"}, "4.5", 4.5),
    ({"type": "number"}, 4, 4),
    ({"type": "number", "default": "7"}, None, 7),
    ({"type": "boolean"}, "true", True),
    ({"type": "boolean"}, False, False),
    ({"type": "boolean"}, "否", False),
    ({"type": "select", "options": ["a", "b"]}, "b", "b"),
    ({"type": "json"}, '{"a": [1]}', {"a": [1]}),
    ({"type": "json"}, [1], [1]),
    ({"type": "json"}, "plain words", "plain words"),
    ({"type": "json"}, "{", "{"),
    ({"type": "json"}, "NaN", "NaN"),
    ({"type": "json"}, '"quoted"', "quoted"),
    ({"type": "json"}, '"1"', "1"),
    ({"type": "json", "required": True}, "", ""),
    ({"type": "json", "required": True}, '""', ""),
    ({"type": "json", "required": True}, None, None),
    ({"type": "json", "required": True}, "null", None),
    ({"type": "json", "default": 1}, None, None),
    ({"type": "json"}, "[" * 100_000, "[" * 100_000),
    ({"type": "json"}, 0, 0),
    ({"type": "json"}, False, False),
    ({"type": "text"}, None, ""),
    ({"type": "number"}, None, None),
]


@pytest.mark.parametrize(("field", "given", "value"), FIELDS)
def test_start_puts_types_right_and_fills_in_defaults(field: JsonObject, given: Any, value: Any) -> None:
    config = StartConfig.model_validate({"fields": [{"name": "x", **field}]})
    values, errors = read_inputs(config, {"x": given, "extra": 1})
    assert (values, errors) == ({"x": value, "extra": 1}, [])
    assert read_inputs(config, {}, values) == (values, [])


def test_a_required_json_field_that_was_not_given_is_missing() -> None:
    config = StartConfig.model_validate({"fields": [{"name": "x", "type": "json", "required": True}]})
    assert [error.code for error in read_inputs(config, {})[1]] == ["missing"]


def test_the_node_gives_a_stored_text_on_as_it_is() -> None:
    config = {"fields": [{"name": "x", "type": "json"}]}
    assert evaluate("start", config, NodeHarness(inputs={"x": "1"})).output == {"x": "1"}


@pytest.mark.parametrize(
    ("field", "given", "code"),
    [
        ({"type": "text", "required": True}, "", "missing"),
        ({"type": "array"}, "[" * 100_000, "invalid"),
        ({"type": "number"}, "many", "invalid"),
        ({"type": "number"}, True, "invalid"),
        ({"type": "boolean"}, "maybe", "invalid"),
        ({"type": "select", "options": ["a"]}, "b", "invalid"),
    ],
)
def test_start_refuses_what_does_not_fit(field: JsonObject, given: Any, code: str) -> None:
    config = {"fields": [{"name": "x", "title": "The X", **field}]}
    _, errors = read_inputs(StartConfig.model_validate(config), {"x": given})
    assert [(error.pointer, error.code) for error in errors] == [("/x", code)]
    assert "The X" in errors[0].message.en
    assert "The X" in errors[0].message.in_language("zh")
    with pytest.raises(NodeError) as caught:
        evaluate("start", config, NodeHarness(inputs={"x": given}))
    assert caught.value.code == "input_invalid"
