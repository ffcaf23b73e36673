"""Rounds of the tool loop, and tool choice."""

from dataclasses import replace

import pytest

from agents.core.errors import (
    RoundLimitError,
    ToolExecutionFailedError,
)
from agents.core.language import Language
from agents.core.messages import FinishReason
from agents.providers.base import NamedToolChoice
from tests.agents.loop.loop_harness import ASK, SEARCH, LoopHarness
from tests.doubles.conversation import FakeTool
from tests.doubles.scripted_model import ScriptedModel, ScriptedReply
from tests.seeds import round_limit_sentence
from tools.core.definitions import SkippedTool
from tools.core.text import Text
from tools.core.tool_id import ToolId


def test_after_the_last_round_the_model_is_asked_once_more_without_tools() -> None:
    harness = LoopHarness(FakeTool("search"))
    with ScriptedModel([ScriptedReply("", [SEARCH]), ScriptedReply("", [SEARCH]), ScriptedReply("Then this")]) as model:
        result = harness.run(model, replace(ASK, max_rounds=2))
    assert [request.tool_choice for request in model.requests] == ["auto", "auto", "none"]
    assert (result.text, result.rounds, len(result.tool_history)) == ("Then this", 3, 2)
    assert result.finish_reason is FinishReason.STOP


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("zh", round_limit_sentence()),
        ("en", "Sorry, this took too many steps. Please simplify the request or try again."),
    ],
)
def test_no_answer_at_the_limit_ends_with_the_sentence(language: Language, sentence: str) -> None:
    harness = LoopHarness(FakeTool("search"))
    with ScriptedModel([ScriptedReply("", [SEARCH]), ScriptedReply(" ", [SEARCH])]) as model:
        result = harness.run(model, replace(ASK, max_rounds=1, language=language))
    assert (result.text, result.finish_reason) == (sentence, FinishReason.MAX_ROUNDS)
    assert len(harness.toolbox.calls) == 1


def test_no_answer_at_the_limit_fails_when_asked_to() -> None:
    harness = LoopHarness(FakeTool("search"))
    steps: list[ScriptedReply | Exception] = [ScriptedReply("", [SEARCH]), ScriptedReply("", [SEARCH])]
    with ScriptedModel(steps) as model, pytest.raises(RoundLimitError) as caught:
        harness.run(model, replace(ASK, max_rounds=1, on_max_rounds="fail"))
    assert caught.value.details == {"max_rounds": 1}


def test_a_forced_choice_holds_for_the_first_round_only() -> None:
    harness = LoopHarness(FakeTool("search"))
    with ScriptedModel([ScriptedReply("", [SEARCH]), ScriptedReply("Done")]) as model:
        harness.run(model, replace(ASK, tool_choice="required"))
    assert [request.tool_choice for request in model.requests] == ["required", "auto"]


@pytest.mark.parametrize("wanted", ["search", "tool:search", "Search"])
def test_a_named_tool_may_be_given_by_function_id_or_title(wanted: str) -> None:
    harness = LoopHarness(FakeTool("search"), FakeTool("send"))
    with ScriptedModel([ScriptedReply("", [SEARCH]), ScriptedReply("Done")]) as model:
        harness.run(model, replace(ASK, tool_choice=NamedToolChoice(wanted)))
    assert model.requests[0].tool_choice == NamedToolChoice("search")


def test_a_named_tool_that_is_not_offered_fails_before_the_model_is_paid() -> None:
    skipped = SkippedTool(
        ToolId("tool:7"), "Pay", "denied", Text.of(en="Your role may not use it.", zh="您的角色无权使用。")
    )
    harness = LoopHarness(FakeTool("search"), skipped=[skipped])
    with ScriptedModel([]) as model, pytest.raises(ToolExecutionFailedError, match="Your role may not use it"):
        harness.run(model, replace(ASK, tool_choice=NamedToolChoice("Pay")))


def test_a_forced_model_that_answers_in_words_is_corrected_once_and_the_round_is_repeated() -> None:
    harness = LoopHarness(FakeTool("search"))
    with ScriptedModel([ScriptedReply("Flour is white"), ScriptedReply("", [SEARCH]), ScriptedReply("Done")]) as model:
        result = harness.run(model, replace(ASK, tool_choice="required", max_rounds=1))
    assert model.requests[1].messages[-1].role == "user"
    assert [request.tool_choice for request in model.requests] == ["required", "required", "none"]
    assert result.text == "Done"


def test_the_second_answer_in_words_stands() -> None:
    harness = LoopHarness(FakeTool("search"))
    with ScriptedModel([ScriptedReply("Flour is white"), ScriptedReply("Still white")]) as model:
        assert harness.run(model, replace(ASK, tool_choice="required")).text == "Still white"


def test_without_tools_a_forced_choice_is_a_plain_chat() -> None:
    with ScriptedModel([ScriptedReply("Hello", [SEARCH])]) as model:
        result = LoopHarness().run(model, replace(ASK, tool_choice="required"))
    assert model.requests[0].tool_choice == "none"
    assert (result.text, result.finish_reason) == ("Hello", FinishReason.STOP)


def test_with_choice_none_a_call_that_comes_all_the_same_is_not_run() -> None:
    harness = LoopHarness(FakeTool("search"))
    with ScriptedModel([ScriptedReply("Hello", [SEARCH])]) as model:
        assert harness.run(model, replace(ASK, tool_choice="none")).text == "Hello"
    assert harness.toolbox.calls == []
