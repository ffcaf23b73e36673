"""Nodes that wait: what they wait for, and what the answer makes of them."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.doubles.node_harness import NodeHarness
from workflow_editor.errors import NodeError
from workflow_editor.nodes.base import WaitingNode
from workflow_editor.nodes.builtin.approval import ApprovalNode
from workflow_editor.nodes.builtin.delay import DelayNode
from workflow_editor.nodes.builtin.form import FormNode
from workflow_editor.nodes.builtin.sub_workflow import SubWorkflowConfig, SubWorkflowNode
from workflow_editor.nodes.suspension import NodeSuspendedError
from workflow_editor.nodes.waits import ApprovalWait, ChildRunWait, WaitedWorkflow

NOW = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
FIELDS = [{"name": "price", "type": "number", "required": True}]


def begin(node: WaitingNode[Any, Any], config: dict[str, Any], **inputs: Any) -> Any:
    harness = NodeHarness(inputs=inputs)
    return node.begin(node.config_model.model_validate(config), harness.variables(), NOW)


@pytest.mark.parametrize(
    ("config", "inputs", "due_at"),
    [
        ({"seconds": 90}, {}, NOW + timedelta(seconds=90)),
        ({"seconds": 0.5}, {}, NOW + timedelta(seconds=0.5)),
        ({"mode": "until", "until": "2026-12-24T18:00:00+08:00"}, {}, datetime(2026, 12, 24, 10, 0, tzinfo=UTC)),
        ({"mode": "until", "until": "2026-12-24 18:00"}, {}, datetime(2026, 12, 24, 18, 0, tzinfo=UTC)),
        ({"mode": "until", "until": "{{ inputs.at }}"}, {"at": 86_400}, datetime(1970, 1, 2, tzinfo=UTC)),
        ({"mode": "until", "until": "{{ inputs.at }}"}, {"at": "2020-01-01"}, datetime(2020, 1, 1, tzinfo=UTC)),
    ],
)
def test_a_delay_states_when_it_is_over(config: dict[str, Any], inputs: dict[str, Any], due_at: datetime) -> None:
    wait = begin(DelayNode(), config, **inputs)
    assert (wait.about.kind, wait.due_at) == ("delay", due_at)
    outcome = DelayNode().timed_out(DelayNode().config_model(), wait.about)
    assert datetime.fromisoformat(outcome.output["until"]) == due_at


@pytest.mark.parametrize("value", ["soon", "", True, "2026-13-01", 1e300])
def test_a_delay_until_no_moment_fails(value: Any) -> None:
    with pytest.raises(NodeError) as error:
        begin(DelayNode(), {"mode": "until", "until": "{{ inputs.at }}"}, at=value)
    assert error.value.code == "moment_invalid"
    assert "Write it like" in error.value.text.en


def test_an_approval_asks_with_its_texts_filled_in() -> None:
    config = {"title": "Publish {{ inputs.topic }}?", "message": "{{ inputs.topic }}", "timeoutS": 60}
    wait = begin(ApprovalNode(), {**config, "approvers": ["dora"]}, topic="tea")
    assert wait.due_at == NOW + timedelta(seconds=60)
    assert wait.about == ApprovalWait(title="Publish tea?", message="tea", approvers=["dora"])


@pytest.mark.parametrize("mark", list("\u202a\u202b\u202d\u202e\u2066\u2067\u2068"))
@pytest.mark.parametrize("node", [ApprovalNode(), FormNode()])
def test_what_a_person_decides_on_is_not_turned_around(node: WaitingNode[Any, Any], mark: str) -> None:
    config = {"title": "Pay {{ inputs.payee }}?", "message": "To {{ inputs.payee }}\n\u05d0", "fields": FIELDS}
    config = {name: value for name, value in config.items() if name in node.config_model.model_fields}
    about = begin(node, config, payee=f"{mark}eve\u202c\u2069").about
    assert (about.title, about.message) == ("Pay eve?", "To eve\n\u05d0")


def test_an_approval_without_a_time_limit_waits_for_ever() -> None:
    assert begin(ApprovalNode(), {"title": "Publish?"}).due_at is None


@pytest.mark.parametrize(("decision", "port"), [("approve", "approved"), ("reject", "rejected")])
def test_a_decision_goes_on_at_its_port(decision: str, port: str) -> None:
    answer = {"decision": decision, "values": {}, "comment": "Fine", "by": "bob"}
    outcome = ApprovalNode().resume(ApprovalNode().config_model(), ApprovalWait(title="Publish?"), answer)
    assert outcome.ports == (port,)
    assert outcome.output == {"decision": port, "comment": "Fine", "by": "bob"}
    assert ApprovalNode().ports_of(outcome.output) == (port,)


@pytest.mark.parametrize(("on_timeout", "port"), [("port", "timeout"), ("approve", "approved"), ("reject", "rejected")])
def test_silence_goes_on_as_the_node_is_configured(on_timeout: str, port: str) -> None:
    config = ApprovalNode().config_model.model_validate({"onTimeout": on_timeout})
    outcome = ApprovalNode().timed_out(config, ApprovalWait(title="Publish?"))
    assert outcome.ports == (port,)
    assert outcome.output["by"] is None


def test_a_form_gives_its_values() -> None:
    wait = begin(FormNode(), {"title": "Price", "fields": FIELDS})
    assert wait.about.fields[0]["name"] == "price"
    answer = {"decision": "submit", "values": {"price": 3}, "comment": "", "by": "bob"}
    outcome = FormNode().resume(FormNode().config_model(), wait.about, answer)
    assert (outcome.output, outcome.ports) == ({"price": 3}, ("submitted",))
    assert FormNode().timed_out(FormNode().config_model(), wait.about).ports == ("timeout",)


def test_what_is_missing_is_reported() -> None:
    def codes(node: Any, config: dict[str, Any]) -> list[str]:
        return [problem.code for problem in node.problems(node.config_model.model_validate(config))]

    assert codes(DelayNode(), {"mode": "until"}) == ["moment_missing"]
    assert codes(ApprovalNode(), {}) == ["title_missing"]
    assert codes(FormNode(), {}) == ["fields_missing"]
    assert codes(FormNode(), {"fields": [{"name": "a", "type": "select"}]}) == ["no_options"]
    assert codes(SubWorkflowNode(), {"inputs": [{"name": "", "value": ""}]}) == ["name_missing", "workflow_missing"]


def test_a_sub_workflow_starts_its_run_and_waits_for_it() -> None:
    harness = NodeHarness(inputs={"topic": "tea"})
    inputs = [{"name": "subject", "value": "{{ inputs.topic }}"}]
    config = SubWorkflowConfig.model_validate({"workflow": "greet", "version": 2, "inputs": inputs})
    with pytest.raises(NodeSuspendedError) as parked:
        SubWorkflowNode().run(config, harness.context())
    assert harness.runs.started == [("greet", 2, {"subject": "tea"})]
    about = parked.value.wait.about
    assert isinstance(about, ChildRunWait)
    assert about.inputs == {"subject": "tea"}


WAIT = ChildRunWait(run_id="child", workflow=WaitedWorkflow(id="w", name="Other"))


def child(status: str, **values: Any) -> dict[str, Any]:
    return {"status": status, "output": None, "error": None, "usage": {}, **values}


def test_a_sub_workflow_gives_the_output_and_the_usage_of_its_run() -> None:
    usage = {"input_tokens": 3, "output_tokens": 4}
    outcome = SubWorkflowNode().finished(SubWorkflowConfig(), WAIT, child("succeeded", output={"a": 1}, usage=usage))
    assert outcome.output == {"output": {"a": 1}, "runId": "child"}
    assert outcome.usage == usage


@pytest.mark.parametrize(
    ("result", "code"),
    [
        (child("failed", error={"code": "x", "message": "Broken"}), "sub_workflow_failed"),
        (child("cancelled"), "sub_workflow_cancelled"),
    ],
)
def test_a_sub_workflow_that_did_not_succeed_fails_the_node(result: dict[str, Any], code: str) -> None:
    with pytest.raises(NodeError) as error:
        SubWorkflowNode().finished(SubWorkflowConfig(), WAIT, result)
    assert error.value.code == code
    assert error.value.details["run_id"] == "child"
