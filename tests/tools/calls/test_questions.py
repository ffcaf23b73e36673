"""Questions to a person: asked without any rule, answered by nobody else."""

from dataclasses import replace

from tests.doubles.conversation import Flag
from tests.doubles.tool_ports import ALICE, Bench
from tools.calls.toolbox import GatewayToolbox
from tools.core.definitions import Approval, ToolCall, ToolRef
from tools.core.envelope import ToolResult
from tools.core.prepared_call import CallOptions
from tools.core.tool_id import ToolId
from tools.executors import builtin

QUESTION = ToolCall("c1", "sys_ask_person", {"question": "May I?"})


def offered(bench: Bench) -> GatewayToolbox:
    builtin.register_all(bench.registry)
    return bench.gateway().offer((ToolRef(ToolId("system:ask_person")),), ALICE)


def answered(bench: Bench, approval: Approval) -> ToolResult:
    toolbox = offered(bench)
    return toolbox.run(toolbox.prepare(QUESTION), CallOptions(60, Flag(), approval))


def test_a_question_waits_for_a_person_without_any_rule(bench: Bench) -> None:
    request = offered(bench).prepare(QUESTION).question
    assert request is not None
    assert request.arguments == {"question": "May I?"}


def test_the_persons_answer_is_the_result(bench: Bench) -> None:
    quoted = Approval("approve", by="bob", comment="Only on Mondays.")
    result = answered(bench, quoted)
    assert result.data == {"question": "May I?", "answer": "Only on Mondays.", "by": "bob"}


def test_a_question_that_is_turned_down_is_a_failure_with_the_reason(bench: Bench) -> None:
    quoted = Approval("reject", by="bob", comment="Not my part.")
    result = answered(bench, quoted)
    assert (result.success, "Not my part." in result.message) == (False, True)


def test_where_nobody_can_be_asked_nobody_answers(bench: Bench) -> None:
    result = offered(bench).call(QUESTION, timeout_s=60, cancel=Flag())
    assert result.facts.needs_approval is True


def test_in_test_mode_nobody_is_asked(bench: Bench) -> None:
    builtin.register_all(bench.registry)
    toolbox = bench.gateway().offer((ToolRef(ToolId("system:ask_person")),), replace(ALICE, mode="test"))
    assert toolbox.prepare(QUESTION).question is None
