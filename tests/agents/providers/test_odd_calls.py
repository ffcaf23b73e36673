"""Every oddity of calls in every form, in front of a service that refuses what services are reported to refuse."""

import json
from dataclasses import replace
from typing import Any

import pytest

from agents.core.messages import Message
from agents.loop.loop import LoopRequest, LoopResult, run_tool_loop
from agents.providers.connection import Connection
from agents.providers.presets import Wire
from agents.providers.registry import remote_client
from tests.agents.providers.odd_calls import FORMS, NOTE, ODDITIES, RECORD, Odd, openai_stream, openai_text, piece
from tests.doubles.conversation import FakeJournal, FakeTool, FakeToolbox, Flag, RecordingSink
from tests.doubles.stream_server import Answer, running
from tests.doubles.strict_services import ANTHROPIC, DEEPSEEK, GEMINI, MISTRAL, OPENAI, Rule, StrictService
from tools.core.definitions import JsonObject

ASK = LoopRequest(model="m-1", messages=(Message("user", "Record the days"),), on_tool_failure="tell_model")


class Conversation:
    """A loop with two tools in front of a strict service."""

    def __init__(self, *answers: Answer, preset: str = "custom-openai", rules: Any = OPENAI) -> None:
        self.toolbox = FakeToolbox(FakeTool(RECORD), FakeTool(NOTE))
        self.sink = RecordingSink()
        self.preset = preset
        self.service = StrictService(rules, answers)

    def run(self, request: LoopRequest = ASK) -> LoopResult:
        wire: Wire = "anthropic" if "anthropic" in self.preset else "openai"
        with running(self.service) as server:
            url = server.url.removesuffix("/v1") if wire == "anthropic" else server.url
            connection = Connection(wire, self.preset, "Test service", url, "key")
            return run_tool_loop(request, remote_client(connection), self.toolbox, FakeJournal(), self.sink, Flag())

    @property
    def ran(self) -> list[tuple[str, JsonObject]]:
        """Return the calls that reached a tool."""
        finished = self.sink.payloads("tool_call_finished")
        return [(call["function"], call["result"]["data"]) for call in finished if call["success"]]

    @property
    def sent(self) -> str:
        """The last request as text."""
        return json.dumps(self.service.bodies[-1]["messages"], ensure_ascii=False)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ODDITIES)
@pytest.mark.everyday_rows(40)
def test_what_was_asked_for_runs_and_nothing_is_refused(name: str, form: str) -> None:
    odd, (calls, text) = ODDITIES[name], FORMS[form]
    # The same ids come again in the second round.
    rules, preset = (ANTHROPIC, "custom-anthropic") if "anthropic" in form else (OPENAI, "custom-openai")
    conversation = Conversation(calls(odd), calls(odd), text("Done."), preset=preset, rules=rules)
    result = conversation.run()
    assert result.text == "Done."
    assert sorted(conversation.ran, key=str) == sorted([*odd.ran, *odd.ran], key=str)
    assert conversation.service.broken == []
    assert odd.message in conversation.sent


def _thinking(**delta: Any) -> Odd:
    return replace(ODDITIES["later pieces with empty id and null"], delta=delta)


DETAILS = [{"type": "reasoning.encrypted", "data": "abc", "format": "google-gemini-v1", "index": 0, "id": "r1"}]
SIGNED = piece(0, "c1", RECORD, "{}") | {"extra_content": {"google": {"thought_signature": "s"}}}
WITH_DETAILS = Rule(
    "OpenRouter",
    "Gemini models require OpenRouter reasoning details to be preserved in each request.",
    "https://github.com/OpenRouterTeam/typescript-sdk/issues/120",
    lambda body: any(turn.get("tool_calls") and turn.get("reasoning_details") != DETAILS for turn in body["messages"]),
)
WITH_REASONING = Rule(
    "vLLM",
    "The template wants the reasoning of the turn.",
    "https://docs.vllm.ai/en/latest/features/reasoning_outputs.html",
    lambda body: any(turn.get("tool_calls") and turn.get("reasoning") != "I think" for turn in body["messages"]),
)
BESIDE = {
    "OpenRouter": ("openrouter", _thinking(reasoning="I think", reasoning_details=DETAILS), (WITH_DETAILS,)),
    "vLLM and Ollama": ("vllm", _thinking(reasoning="I think"), (WITH_REASONING,)),
    "any service with reasoning": ("custom-openai", _thinking(reasoning="I think"), (WITH_REASONING,)),
    "DeepSeek": ("deepseek", _thinking(reasoning_content="I think"), DEEPSEEK),
    "DeepSeek without thoughts": ("deepseek", _thinking(), DEEPSEEK),
    "Gemini": ("gemini", Odd([[SIGNED]], [], [(RECORD, {})]), GEMINI),
    "Gemini without a signature": ("gemini", _thinking(), GEMINI),
}


@pytest.mark.parametrize(("preset", "odd", "rules"), BESIDE.values(), ids=BESIDE.keys())
def test_what_comes_beside_the_text_goes_back_as_it_came(preset: str, odd: Odd, rules: Any) -> None:
    answers = (openai_stream(odd), openai_stream(odd), openai_text("Done."))
    conversation = Conversation(*answers, preset=preset, rules=(*OPENAI, *rules))
    assert conversation.run().text == "Done."
    assert conversation.service.broken == []


def test_it_goes_to_no_other_model() -> None:
    thought = Message("assistant", "", raw={"wire": "openai", "origin": "elsewhere m-1", "reasoning": "secret"})
    conversation = Conversation(openai_text("Done."))
    conversation.run(replace(ASK, messages=(*ASK.messages, thought, *ASK.messages)))
    assert "secret" not in conversation.sent


def test_mistral_gets_ids_of_nine_and_no_user_behind_results() -> None:
    odd = ODDITIES["parallel, no ids"]
    answers = (openai_stream(odd), openai_text("Done."))
    conversation = Conversation(*answers, rules=(*OPENAI, *MISTRAL))
    # After the last round the loop says that no more calls are possible.
    result = conversation.run(replace(ASK, model="mistral-large-latest", max_rounds=1))
    assert result.text == "Done."
    assert conversation.service.broken == []


FALLBACKS = {
    "stream_options": (
        Rule("some", "Unknown field stream_options", "cases of conversations", lambda body: "stream_options" in body),
    ),
    "tools in a stream": (
        Rule(
            "some",
            "Cannot use tools with stream",
            "cases of conversations",
            lambda body: bool(body.get("stream")) and "tools" in body,
        ),
    ),
    "tool_choice": (
        Rule("some", "tool_choice is not supported", "DashScope, thinking mode", lambda body: "tool_choice" in body),
    ),
    "reasoning": (
        Rule(
            "Groq",
            "property 'reasoning' is unsupported",
            "Groq API reference",
            lambda body: any("reasoning" in message for message in body["messages"]),
        ),
    ),
}


@pytest.mark.parametrize("rules", FALLBACKS.values(), ids=FALLBACKS.keys())
def test_what_can_be_left_out_is_left_out_when_it_is_refused(rules: Any) -> None:
    answers = (openai_stream(_thinking(reasoning="I think")), openai_text("Done."))
    conversation = Conversation(*answers, rules=rules)
    assert conversation.run().text == "Done."


def test_auto_is_in_the_request() -> None:
    conversation = Conversation(openai_text("Done."))
    conversation.run()
    assert conversation.service.bodies[0]["tool_choice"] == "auto"
