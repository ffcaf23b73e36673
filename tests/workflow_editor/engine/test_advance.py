"""Steps: what they report besides the order of events."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.doubles.no_containers import NoContainers
from tests.factories.documents import edge, greeting_document, node
from workflow_editor.engine.advance import advance, advance_one
from workflow_editor.engine.events import NodeFailed, NodeQueued, NodeStarted, NodeSucceeded
from workflow_editor.engine.inputs import read_run_inputs
from workflow_editor.engine.plan import Plan, compile_plan
from workflow_editor.engine.results import StepResult
from workflow_editor.engine.scheduler import Scheduler
from workflow_editor.engine.scopes import Address
from workflow_editor.engine.state import FinishedNode, failure_of
from workflow_editor.engine.variables import run_output, variables_for
from workflow_editor.errors import InvalidInputError, NodeError
from workflow_editor.graph.document import Document
from workflow_editor.nodes.builtin.template import TemplateNode
from workflow_editor.nodes.registry import read_graph

JsonObject = dict[str, Any]


@dataclass
class Past(NoContainers):
    """Finished nodes by key: their outputs and ports."""

    inputs: JsonObject = field(default_factory=dict)
    outputs: dict[str, JsonObject] = field(default_factory=dict)
    carried: dict[str, Sequence[str]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def output(self, key: str, scope: str = "") -> JsonObject | None:
        self.asked.append(key)
        return self.outputs.get(key)

    def ports(self, key: str, scope: str = "") -> Sequence[str]:
        return self.carried.get(key, ())


def compiled(*nodes: JsonObject, edges: Sequence[JsonObject] = ()) -> Plan:
    return compile_plan(read_graph(Document.model_validate({"nodes": nodes, "edges": edges})))


def greeting() -> Plan:
    return compile_plan(read_graph(Document.model_validate(greeting_document())))


def start(plan: Plan, past: Past) -> StepResult:
    scheduler = Scheduler(plan)
    return advance(plan, scheduler, scheduler.start(), past)


def test_events_carry_what_the_contract_states() -> None:
    result = start(greeting(), Past({"topic": "tea"}))
    assert result.events[2:4] == [
        NodeStarted(1, "template", "Greet", node_key="greet"),
        NodeSucceeded({"text": "Hello tea"}, ("out",), result.finished[1].duration_ms, node_key="greet"),
    ]
    assert result.frontier == []
    assert result.failure is None


def test_finished_nodes_carry_everything_that_is_stored() -> None:
    first = start(greeting(), Past({"topic": "tea"})).finished[0]
    assert first == FinishedNode(
        "start", "succeeded", {"topic": "tea"}, ("out",), {"topic": "tea"}, duration_ms=first.duration_ms
    )


def test_outputs_of_earlier_steps_are_only_loaded_when_they_are_referred_to() -> None:
    plan = compiled(
        node("ask", "process"),
        node("old", "template"),
        node("t", "template", {"template": "{{ nodes.old.text }}"}),
        edges=[edge("old", "ask"), edge("ask", "t")],
    )
    past = Past(outputs={"old": {"text": "o"}, "ask": {"result": "r"}}, carried={"ask": ("out",), "old": ("out",)})
    scheduler = Scheduler(plan)
    result = advance(plan, scheduler, scheduler.finish("ask", ("out",)), past)
    assert result.finished[0].output == {"text": "o"}
    assert past.asked == ["old"]


def test_a_failure_is_reported_once_with_its_code() -> None:
    plan = compiled(
        node("s", "start"),
        node("c", "condition", {"mode": "expression", "expression": "inputs.ghost"}),
        node("t", "template"),
        edges=[edge("s", "c"), edge("s", "t")],
    )
    result = start(plan, Past())
    assert result.failure is not None
    assert (result.failure.node_key, result.failure.code) == ("c", "expression_invalid")
    assert isinstance(result.events[-1], NodeFailed)
    assert [one.key for one in result.finished] == ["s", "c"]
    assert result.finished[-1].status == "failed"
    assert result.failure.run_error() == {**result.failure.to_json(), "node_key": "c"}


def test_a_bug_in_a_node_is_logged_and_masked(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("password=hunter2")

    monkeypatch.setattr(TemplateNode, "evaluate", broken)
    result = start(greeting(), Past({"topic": "tea"}))
    assert result.failure is not None
    assert result.failure.code == "internal_error"
    assert "hunter2" not in str(result)
    assert "hunter2" in caplog.text


def test_a_node_error_keeps_its_code_and_whether_to_try_again() -> None:
    failure = failure_of("n", NodeError("Busy.", code="busy", retryable=True, details={"status": 429}))
    assert (failure.code, failure.text.en, failure.retryable, failure.details) == (
        "busy",
        "Busy.",
        True,
        {"status": 429},
    )


def test_one_pure_node_runs_alone() -> None:
    plan = greeting()
    result = advance_one(plan, "greet", Past({"topic": "tea"}))
    assert [one.key for one in result.finished] == ["greet"]
    assert result.finished[0].output == {"text": "Hello tea"}


def test_one_effect_node_alone_is_put_on_the_frontier() -> None:
    plan = compiled(node("ask", "process"), node("t", "template"), edges=[edge("ask", "t")])
    result = advance_one(plan, "ask", Past())
    assert (result.frontier, result.events) == ([Address("ask")], [NodeQueued(node_key="ask")])


def test_a_pinned_node_that_is_debugged_runs_all_the_same() -> None:
    plan = compiled(node("t", "template", {"template": "live"}, pinned_output={"text": "pinned"}))
    assert advance_one(plan, "t", Past()).finished[0].output == {"text": "live"}


def test_a_mocked_node_counts_as_upstream_whatever_port_leads_here() -> None:
    plan = compiled(
        node("if", "condition"),
        node("a", "template"),
        node("x", "merge"),
        edges=[edge("if", "x", port="false"), edge("a", "x")],
    )
    past = Past(outputs={"if": {"result": True}}, carried={"if": plan.nodes["if"].output_ports})
    assert variables_for(plan, "x", past).upstream() == [("if", {"result": True})]


def test_two_edges_from_one_node_bring_its_output_once() -> None:
    plan = compiled(
        node("if", "condition"),
        node("x", "template"),
        edges=[edge("if", "x", port="true"), edge("if", "x", port="false")],
    )
    past = Past(outputs={"if": {"result": True}}, carried={"if": ("true", "false")})
    assert variables_for(plan, "x", past).upstream() == [("if", {"result": True})]


def test_the_run_has_no_output_when_no_end_was_reached() -> None:
    assert run_output(greeting(), Past()) is None
    assert run_output(greeting(), Past(outputs={"end": {}})) == {}


def test_run_inputs_are_put_right_and_checked() -> None:
    fields = [{"name": "n", "type": "number", "required": True}, {"name": "lang", "type": "text", "default": "en"}]
    plan = compiled(node("s", "start", {"fields": fields}))
    assert read_run_inputs(plan, {"n": "4"}) == {"n": 4, "lang": "en"}
    with pytest.raises(InvalidInputError) as caught:
        read_run_inputs(plan, {"n": "four"})
    assert caught.value.code == "run_inputs_invalid"
    assert [error["pointer"] for error in caught.value.details["errors"]] == ["/inputs/n"]


def test_run_inputs_of_a_graph_without_a_start_are_kept() -> None:
    assert read_run_inputs(compiled(), {"x": 1}) == {"x": 1}
