"""Tool calls as text: read tolerantly, and taken through the same loop and gateway as native ones."""

import json
from typing import Any

import pytest

from agents.messages import FinishReason, Message, ModelReply, ToolCallPart, Usage
from agents.providers.base import ModelRequest, ReplyCompleted, TextDelta
from agents.providers.capabilities import Capabilities
from agents.providers.text_calls import TextCallsClient
from agents.text_protocol import read_calls, render_call
from tests.doubles.conversation import Flag


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
    *told, last = client.stream(ModelRequest("m", (Message("user", "Go"),)), Flag())
    assert "".join(piece.text for piece in told if isinstance(piece, TextDelta)) == shown
    assert isinstance(last, ReplyCompleted)
    assert last.reply.message.text == shown
