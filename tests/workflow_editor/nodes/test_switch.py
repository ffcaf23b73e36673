"""The switch node: which way it goes, and the ports that its config makes."""

from typing import Any

import pytest

from tests.doubles.node_harness import NodeHarness
from workflow_editor.errors import InvalidInputError, NodeError
from workflow_editor.graph.document import Document
from workflow_editor.graph.operations import apply_operations
from workflow_editor.nodes.base import NodeOutcome
from workflow_editor.nodes.builtin.switch import SwitchConfig, SwitchNode
from workflow_editor.nodes.registry import builtin_registry

JsonObject = dict[str, Any]
CASES = [
    {"id": "news", "label": "News", "value": "news"},
    {"id": "story", "label": "", "value": "{{ inputs.other }}"},
    {"id": "late", "label": "Late", "value": "news"},
]


def switched(value: Any, **config: Any) -> NodeOutcome:
    harness = NodeHarness(inputs={"value": value, "other": "story"})
    settings = SwitchConfig.model_validate({"variable": "{{ inputs.value }}", "cases": CASES, **config})
    return SwitchNode().evaluate(settings, harness.variables())


def edge_error(config: JsonObject, port: str) -> list[JsonObject]:
    """Store a switch with a port that leads to a template, and return the refusal."""
    operations = [
        {"op": "add_node", "node": {"key": "s", "name": "S", "type": "switch", "config": config}},
        {"op": "add_node", "node": {"key": "t", "name": "T", "type": "template"}},
        {"op": "add_edge", "edge": {"id": "e", "source": "s", "source_port": port, "target": "t"}},
    ]
    try:
        apply_operations(Document(), operations, builtin_registry())
    except InvalidInputError as error:
        errors: list[JsonObject] = error.details["errors"]
        return errors
    return []


@pytest.mark.parametrize(
    ("value", "branch", "label"),
    [("news", "news", "News"), ("story", "story", "story"), ("poem", "default", None), (None, "default", None)],
)
def test_the_first_case_that_fits_is_the_way_out(value: Any, branch: str, label: str | None) -> None:
    outcome = switched(value)
    assert outcome.ports == (branch,)
    assert outcome.output == {"matchedCase": label, "matchedBranch": branch, "switchValue": value}
    assert SwitchNode().ports_of(outcome.output) == outcome.ports


def test_without_a_default_nothing_goes_on_when_no_case_fits() -> None:
    outcome = switched("poem", includeDefault=False)
    assert outcome.ports == ()
    assert outcome.output["matchedBranch"] is None
    assert SwitchNode().ports_of(outcome.output) == ()


def test_the_value_keeps_its_type() -> None:
    assert switched(7, matchType="range", cases=[{"id": "few", "value": "<10"}]).output["switchValue"] == 7


def test_ports_are_the_cases_and_then_the_default() -> None:
    config = SwitchConfig.model_validate({"cases": CASES})
    ports = SwitchNode().ports_out(config)
    assert [(port.id, port.title.en) for port in ports] == [
        ("news", "News"),
        ("story", "story"),
        ("late", "Late"),
        ("default", "Otherwise"),
    ]
    without = SwitchConfig.model_validate({"cases": CASES[:1], "includeDefault": False})
    assert [port.id for port in SwitchNode().ports_out(without)] == ["news"]


def test_connections_begin_at_the_ports_that_the_config_makes() -> None:
    config = {"variable": "x", "cases": CASES}
    assert edge_error(config, "story") == []
    assert edge_error(config, "default") == []
    [wrong] = edge_error({**config, "includeDefault": False}, "default")
    assert (wrong["pointer"], wrong["code"]) == ("/operations/2/source_port", "unknown_port")
    assert "news, story, late" in wrong["message"]["en"]


def test_taking_a_case_away_needs_its_connection_taken_away_too() -> None:
    operations: list[JsonObject] = [
        {"op": "add_node", "node": {"key": "s", "name": "S", "type": "switch", "config": {"cases": CASES}}},
        {"op": "add_node", "node": {"key": "t", "name": "T", "type": "template"}},
        {"op": "add_edge", "edge": {"id": "e", "source": "s", "source_port": "late", "target": "t"}},
    ]
    document = apply_operations(Document(), operations, builtin_registry()).document
    shorter: JsonObject = {"op": "update_node", "key": "s", "changes": {"config": {"cases": CASES[:2]}}}
    with pytest.raises(InvalidInputError, match="has no output port “late”"):
        apply_operations(document, [shorter], builtin_registry())
    both = apply_operations(document, [shorter, {"op": "remove_edge", "id": "e"}], builtin_registry()).document
    assert both.edges == []


def test_a_config_that_does_not_fit_is_reported_once() -> None:
    errors = edge_error({"cases": [{"id": "no spaces please", "value": "a"}]}, "a")
    assert [(error["pointer"], error["code"]) for error in errors] == [("/operations/0/config/cases/0/id", "branch_id")]


@pytest.mark.parametrize(
    ("ids", "refused"),
    [
        (["a", "a"], "/cases/1/id"),
        (["a", "default"], "/cases/1/id"),
        (["error"], "/cases/0/id"),
        (["Ab-1_c", "ab-1_c"], None),
    ],
)
def test_port_ids_are_unique_in_the_node(ids: list[str], refused: str | None) -> None:
    kind = builtin_registry().kind("switch", 1)
    assert kind is not None
    errors = kind.read({"cases": [{"id": id_} for id_ in ids]}).errors()
    assert [error.pointer for error in errors] == ([] if refused is None else [refused])


@pytest.mark.parametrize("branch_id", ["", "with space", "中文", "x" * 65, "a.b"])
def test_port_ids_are_plain_words(branch_id: str) -> None:
    kind = builtin_registry().kind("switch", 1)
    assert kind is not None
    assert [error.code for error in kind.read({"cases": [{"id": branch_id}]}).errors()] == ["branch_id"]


def test_what_is_missing_is_reported() -> None:
    node_type = SwitchNode()
    found = node_type.problems(SwitchConfig())
    assert [(problem.code, problem.field) for problem in found] == [
        ("variable_missing", "/variable"),
        ("case_missing", "/cases"),
    ]
    config = SwitchConfig.model_validate(
        {
            "variable": "x",
            "matchType": "regex",
            "cases": [{"id": "a", "label": "A", "value": "("}, {"id": "b", "label": "A", "value": "b"}],
        }
    )
    assert [(problem.code, problem.field) for problem in node_type.problems(config)] == [
        ("label_repeated", "/cases/1/label"),
        ("case_invalid", "/cases/0/value"),
    ]


ELSE_IF = [
    {"id": "child", "label": "Child", "value": "inputs.value < 12"},
    {"id": "teen", "label": "Teen", "value": "inputs.value < 18 && inputs.other == 'story'"},
]


@pytest.mark.parametrize(("age", "port"), [(5, "child"), (15, "teen"), (40, "default")])
def test_the_first_condition_that_holds_wins(age: int, port: str) -> None:
    outcome = switched(age, matchType="condition", variable="", cases=ELSE_IF)
    assert outcome.ports == (port,)
    assert outcome.output["switchValue"] is (port != "default")


def test_a_case_that_is_no_condition_fails() -> None:
    with pytest.raises(NodeError, match="must be true or false"):
        switched(5, matchType="condition", cases=[{"id": "a", "label": "A", "value": "inputs.value"}])


def test_conditions_are_checked_as_expressions_and_asked_for() -> None:
    cases = [{"id": "a", "label": "A", "value": ""}, {"id": "b", "label": "B", "value": "nodes.x.y > 1"}]
    config = SwitchConfig.model_validate({"matchType": "condition", "cases": cases})
    found = [(one.code, one.field) for one in SwitchNode().problems(config)]
    assert found == [("expression_missing", "/cases/0/value")]
    assert list(SwitchNode().expressions(config)) == ["", "nodes.x.y > 1"]
    assert list(SwitchNode().templates(config)) == []
