"""The tool loop when a tool fails, by itself or by the model's mistake."""

import json
from dataclasses import replace

import pytest

from agents.core.errors import (
    ToolExecutionFailedError,
)
from agents.loop import prompts
from tests.agents.loop.loop_harness import ASK, SEARCH, LoopHarness
from tests.doubles.conversation import FakeTool, bad
from tests.doubles.scripted_model import ScriptedModel, ScriptedReply
from tools.core.definitions import EffectClass


def test_a_failed_tool_stops_the_workflow_with_its_reason() -> None:
    harness = LoopHarness(FakeTool("search", lambda arguments: bad("no such warehouse")))
    with ScriptedModel([ScriptedReply("", [SEARCH])]) as model, pytest.raises(ToolExecutionFailedError) as caught:
        harness.run(model)
    assert "“Search”" in caught.value.message
    assert "no such warehouse" in caught.value.message
    assert caught.value.details == {"tool": "Search", "tool_id": "tool:search", "code": 2001}


def test_no_ordered_call_begins_after_one_that_stopped_the_workflow() -> None:
    harness = LoopHarness(
        FakeTool("search", lambda arguments: bad("down")), FakeTool("send", effect=EffectClass.UNREPEATABLE)
    )
    calls = [("c1", "search", "{}"), ("c2", "send", "{}")]
    with ScriptedModel([ScriptedReply("", calls)]) as model, pytest.raises(ToolExecutionFailedError, match="down"):
        harness.run(model)
    assert [call.name for call in harness.toolbox.calls] == ["search"]


def test_a_failed_tool_is_sent_to_the_model_by_policy() -> None:
    harness = LoopHarness(FakeTool("search", lambda arguments: bad("no such warehouse")))
    with ScriptedModel([ScriptedReply("", [SEARCH]), ScriptedReply("Sorry, the warehouse is unknown.")]) as model:
        result = harness.run(model, replace(ASK, on_tool_failure="tell_model"))
    reported = model.requests[1].messages[-1]
    assert reported.is_error
    assert json.loads(reported.text)["message"] == "no such warehouse"
    assert result.text == "Sorry, the warehouse is unknown."


@pytest.mark.parametrize("policy", ["stop", "tell_model"])
@pytest.mark.parametrize("text", ["TOOL_EXECUTION_FAILED", " \nTOOL_EXECUTION_FAILED\n"])
def test_the_marker_alone_stops_the_workflow(policy: prompts.FailurePolicy, text: str) -> None:
    with ScriptedModel([ScriptedReply(text)]) as model, pytest.raises(ToolExecutionFailedError):
        LoopHarness().run(model, replace(ASK, on_tool_failure=policy))


def test_the_marker_carries_the_reason_of_the_last_failed_tool() -> None:
    harness = LoopHarness(FakeTool("search", lambda arguments: bad("quota used up")))
    steps: list[ScriptedReply | Exception] = [ScriptedReply("", [SEARCH]), ScriptedReply("TOOL_EXECUTION_FAILED")]
    with ScriptedModel(steps) as model, pytest.raises(ToolExecutionFailedError, match="quota used up"):
        harness.run(model, replace(ASK, on_tool_failure="tell_model"))


def test_a_marker_inside_other_words_is_an_answer() -> None:
    with ScriptedModel([ScriptedReply("It said TOOL_EXECUTION_FAILED.")]) as model:
        assert LoopHarness().run(model).text == "It said TOOL_EXECUTION_FAILED."


MISTAKES = [("invented", "{}", "no tool invented"), ("search", "{broken", "not JSON")]


@pytest.mark.parametrize("policy", ["stop", "tell_model"])
@pytest.mark.parametrize(("name", "arguments", "message"), MISTAKES)
def test_the_models_own_mistakes_go_back_to_it(
    name: str, arguments: str, message: str, policy: prompts.FailurePolicy
) -> None:
    harness = LoopHarness(FakeTool("search"))
    with ScriptedModel(
        [ScriptedReply("", [("c1", name, arguments)]), ScriptedReply("", [SEARCH]), ScriptedReply("I see")]
    ) as model:
        result = harness.run(model, replace(ASK, on_tool_failure=policy))
    assert model.requests[1].messages[-1].is_error
    assert message in result.tool_history[0].result.message
    assert result.tool_history[0].title == ("invented" if name == "invented" else "Search")
    assert result.tool_history[1].result.success
    assert result.text == "I see"


@pytest.mark.parametrize("effect", [EffectClass.REPEATABLE, EffectClass.UNREPEATABLE])
def test_a_mistake_does_not_keep_the_other_calls_of_a_reply_from_running(effect: EffectClass) -> None:
    harness = LoopHarness(FakeTool("search", effect=effect))
    calls = [("c1", "invented", "{}"), ("c2", "search", "{}")]
    with ScriptedModel([ScriptedReply("", calls), ScriptedReply("I see")]) as model:
        result = harness.run(model)
    assert [record.result.success for record in result.tool_history] == [False, True]


def test_mistakes_use_up_rounds() -> None:
    harness = LoopHarness(FakeTool("search"))
    wrong: list[ScriptedReply | Exception] = [ScriptedReply("", [(f"c{n}", "invented", "{}")]) for n in range(3)]
    with ScriptedModel([*wrong, ScriptedReply("I give up")]) as model:
        result = harness.run(model, replace(ASK, max_rounds=3))
    assert (result.text, len(model.requests)) == ("I give up", 4)
