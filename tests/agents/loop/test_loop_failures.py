"""What the tool loop does when a tool fails, by itself or by the model's mistake."""

import json
from dataclasses import replace

import pytest

from agents.core.errors import (
    ToolExecutionFailedError,
)
from agents.loop import prompts
from tests.agents.loop.loop_world import ASK, SEARCH, World
from tests.doubles.conversation import FakeTool, bad
from tests.doubles.scripted_model import Say, ScriptedModel
from tools.core.definitions import EffectClass


def test_a_failed_tool_stops_the_workflow_with_its_reason() -> None:
    world = World(FakeTool("search", lambda arguments: bad("no such warehouse")))
    with ScriptedModel([Say("", [SEARCH])]) as model, pytest.raises(ToolExecutionFailedError) as caught:
        world.run(model)
    assert "“Search”" in caught.value.message
    assert "no such warehouse" in caught.value.message
    assert caught.value.details == {"tool": "Search", "tool_id": "tool:search", "code": 2001}


def test_no_ordered_call_begins_after_one_that_stopped_the_workflow() -> None:
    world = World(FakeTool("search", lambda arguments: bad("down")), FakeTool("send", effect=EffectClass.UNREPEATABLE))
    calls = [("c1", "search", "{}"), ("c2", "send", "{}")]
    with ScriptedModel([Say("", calls)]) as model, pytest.raises(ToolExecutionFailedError, match="down"):
        world.run(model)
    assert [call.name for call in world.toolbox.calls] == ["search"]


def test_a_failed_tool_is_told_to_the_model_when_the_policy_says_so() -> None:
    world = World(FakeTool("search", lambda arguments: bad("no such warehouse")))
    with ScriptedModel([Say("", [SEARCH]), Say("Sorry, the warehouse is unknown.")]) as model:
        result = world.run(model, replace(ASK, on_tool_failure="tell_model"))
    told = model.requests[1].messages[-1]
    assert told.is_error
    assert json.loads(told.text)["message"] == "no such warehouse"
    assert result.text == "Sorry, the warehouse is unknown."


@pytest.mark.parametrize("policy", ["stop", "tell_model"])
@pytest.mark.parametrize("text", ["TOOL_EXECUTION_FAILED", " \nTOOL_EXECUTION_FAILED\n"])
def test_the_marker_alone_stops_the_workflow(policy: prompts.FailurePolicy, text: str) -> None:
    with ScriptedModel([Say(text)]) as model, pytest.raises(ToolExecutionFailedError):
        World().run(model, replace(ASK, on_tool_failure=policy))


def test_the_marker_carries_the_reason_of_the_last_failed_tool() -> None:
    world = World(FakeTool("search", lambda arguments: bad("quota used up")))
    steps: list[Say | Exception] = [Say("", [SEARCH]), Say("TOOL_EXECUTION_FAILED")]
    with ScriptedModel(steps) as model, pytest.raises(ToolExecutionFailedError, match="quota used up"):
        world.run(model, replace(ASK, on_tool_failure="tell_model"))


def test_a_marker_inside_other_words_is_an_answer() -> None:
    with ScriptedModel([Say("It said TOOL_EXECUTION_FAILED.")]) as model:
        assert World().run(model).text == "It said TOOL_EXECUTION_FAILED."


MISTAKES = [("invented", "{}", "no tool invented"), ("search", "{broken", "not JSON")]


@pytest.mark.parametrize("policy", ["stop", "tell_model"])
@pytest.mark.parametrize(("name", "arguments", "message"), MISTAKES)
def test_the_models_own_mistakes_go_back_to_it(
    name: str, arguments: str, message: str, policy: prompts.FailurePolicy
) -> None:
    world = World(FakeTool("search"))
    with ScriptedModel([Say("", [("c1", name, arguments)]), Say("", [SEARCH]), Say("I see")]) as model:
        result = world.run(model, replace(ASK, on_tool_failure=policy))
    assert model.requests[1].messages[-1].is_error
    assert message in result.tool_history[0].result.message
    assert result.tool_history[0].title == ("invented" if name == "invented" else "Search")
    assert result.tool_history[1].result.success
    assert result.text == "I see"


@pytest.mark.parametrize("effect", [EffectClass.REPEATABLE, EffectClass.UNREPEATABLE])
def test_a_mistake_does_not_keep_the_other_calls_of_a_reply_from_running(effect: EffectClass) -> None:
    world = World(FakeTool("search", effect=effect))
    calls = [("c1", "invented", "{}"), ("c2", "search", "{}")]
    with ScriptedModel([Say("", calls), Say("I see")]) as model:
        result = world.run(model)
    assert [record.result.success for record in result.tool_history] == [False, True]


def test_mistakes_use_up_rounds() -> None:
    world = World(FakeTool("search"))
    wrong: list[Say | Exception] = [Say("", [(f"c{n}", "invented", "{}")]) for n in range(3)]
    with ScriptedModel([*wrong, Say("I give up")]) as model:
        result = world.run(model, replace(ASK, max_rounds=3))
    assert (result.text, len(model.requests)) == ("I give up", 4)
