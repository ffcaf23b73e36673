"""Tool calls as text: read tolerantly, and taken through the same loop and gateway as native ones."""

import json
from typing import Any

import pytest

from agents.core.messages import FinishReason, Message, ModelReply, ToolCallPart, Usage
from agents.providers.base import ModelRequest, NamedToolChoice, ReplyCompleted, TextDelta, ToolChoice
from agents.providers.capabilities import Capabilities
from agents.providers.text_calls import TextCallsClient
from agents.providers.text_protocol import read_calls, render_call, render_result
from tests.doubles.conversation import Flag
from tools.core.definitions import FunctionDefinition


@pytest.mark.parametrize(
    "written",
    [
        '<tool_call>\n{"name": "find", "arguments": {"q": "tea"}}\n</tool_call>',
        '<TOOL_CALL>{"name": "find", "arguments": {"q": "tea"}}',
        '<tool_call>```json\n{"tool": "find", "args": {"q": "tea",},}\n```</tool_call>',
        '<tool_call>{"function": {"name": "find", "arguments": "{\\"q\\": \\"tea\\"}"}}</tool_call>',
        '<tool_call>{"name": "find", "parameters": {"q": "tea"}} and so on</tool_call>',
    ],
)
def test_a_call_is_read_however_it_is_written(written: str) -> None:
    text, (call,) = read_calls(f"I look. {written}")
    assert (text, call.name, json.loads(call.arguments)) == ("I look.", "find", {"q": "tea"})


def test_several_calls_come_in_order_and_have_ids_of_their_own() -> None:
    first, second = ToolCallPart("text_1", "a", "{}"), ToolCallPart("text_2", "b", '{"x": 1}')
    assert read_calls(f"{render_call(first)}\n{render_call(second)}") == ("", (first, second))


@pytest.mark.parametrize("text", ["Plain words.", "<tool_call>no call</tool_call>", "a < b", '<tool_call>{"x": 1}'])
def test_what_is_no_call_stays_text(text: str) -> None:
    assert read_calls(text) == (text, ())


def test_arguments_that_cannot_be_read_go_on_as_they_are() -> None:
    _, (call,) = read_calls('<tool_call>{"name": "find", "arguments": {"q": tea}}</tool_call>')
    assert (call.name, "tea" in call.arguments) == ("find", True)


class Writing:
    """A model that writes these pieces."""

    def __init__(self, *pieces: str) -> None:
        self.pieces = pieces

    def stream(self, request: ModelRequest, cancel: Any) -> Any:
        yield from (TextDelta(piece) for piece in self.pieces)
        message = Message("assistant", "".join(self.pieces))
        yield ReplyCompleted(ModelReply(message, FinishReason.STOP, Usage(), "m"))


@pytest.mark.parametrize(
    ("pieces", "shown"),
    [
        (("I look. <tool", '_call>{"name": "find"}', "</tool_call>"), "I look."),
        (("a <", "b>", " c"), "a <b> c"),
        (("<tool_call>", "no call"), "<tool_call>no call"),
    ],
)
def test_people_never_see_the_marks_of_a_call(pieces: tuple[str, ...], shown: str) -> None:
    client = TextCallsClient(Writing(*pieces), lambda _: Capabilities(native_tools=False))
    *prompted, last = client.stream(ModelRequest("m", (Message("user", "Go"),)), Flag())
    assert "".join(piece.text for piece in prompted if isinstance(piece, TextDelta)) == shown
    assert isinstance(last, ReplyCompleted)
    assert last.reply.message.text == shown


FIND = FunctionDefinition("find", "Finds things.", {"type": "object"})


class Listening(Writing):
    """A model that keeps what it was asked."""

    asked: ModelRequest

    def stream(self, request: ModelRequest, cancel: Any) -> Any:
        self.asked = request
        return super().stream(request, cancel)


def prompted(request: ModelRequest) -> tuple[Message, ...]:
    """Return the messages that reach a model without native tool calls."""
    model = Listening("Done.")
    list(TextCallsClient(model, lambda _: Capabilities(native_tools=False)).stream(request, Flag()))
    assert (model.asked.functions, model.asked.tool_choice) == ((), "auto")
    return model.asked.messages


@pytest.mark.parametrize(
    ("words", "choice", "last_line"),
    [
        ("Find tea", "required", "You must call one of the functions now."),
        ("Find tea", NamedToolChoice("find"), "You must call find now."),
        ("找茶", "required", "你现在必须调用其中一个函数。"),
        ("找茶", NamedToolChoice("find"), "你现在必须调用find。"),
    ],
)
def test_the_form_and_the_choice_are_reported_in_the_language_of_the_last_message(
    words: str, choice: ToolChoice, last_line: str
) -> None:
    system, user = prompted(ModelRequest("m", (Message("user", words),), functions=(FIND,), tool_choice=choice))
    assert (system.role, user.text) == ("system", words)
    assert "- find: Finds things." in system.text
    assert system.text.endswith(f"\n\n{last_line}")


def test_the_form_follows_the_instructions_that_there_are() -> None:
    messages = (Message("system", "Be brief."), Message("user", "Find tea"))
    system, _ = prompted(ModelRequest("m", messages, functions=(FIND,)))
    assert system.text.startswith("Be brief.\n\n## How to call a tool")
    assert "You must call" not in system.text


@pytest.mark.parametrize("functions", [(), (FIND,)])
def test_functions_that_may_not_be_called_are_not_described(functions: tuple[FunctionDefinition, ...]) -> None:
    messages = (Message("user", "Hello"),)
    assert prompted(ModelRequest("m", messages, functions=functions, tool_choice="none")) == messages


def test_an_envelope_begins_with_its_outcome_in_words() -> None:
    found = '{"success": true, "operationType": "query", "data": [1], "message": "found"}'
    assert render_result("find", found).splitlines()[1:3] == ["✅ [query] found", found]
    lost = '{"success": false, "operationType": "save", "data": null, "message": "no right"}'
    assert render_result("keep", lost).splitlines()[1].startswith("❌ [save] no right")
    assert render_result("theirs", "plain").splitlines()[1] == "plain"
