"""Services that answer a streaming request with plain JSON: an answer, or an error with status 200."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from agents.core.errors import ProviderAuthError, ProviderError, ProviderRateLimitError
from agents.core.messages import FinishReason, Message, ModelReply, ToolCallPart, Usage
from agents.providers.anthropic_messages import AnthropicMessagesClient
from agents.providers.base import ModelClient, ModelRequest, ReplyCompleted, TextDelta
from agents.providers.connection import Connection
from agents.providers.openai_chat import OpenAIChatClient
from tests.doubles.conversation import Flag
from tests.doubles.stream_server import Answer, StreamServer, stream_server
from tools.core.definitions import JsonObject

KEY = "sk-secret-0123456789"
ASK = ModelRequest(model="m-1", messages=(Message("user", "Hi"),))
CONTENT_TYPES = ["application/json", "application/json; charset=utf-8", "text/event-stream", "text/plain", ""]
CHAT = {
    "id": "c",
    "object": "chat.completion",
    "model": "m-1-2026",
    "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "At once."}}],
    "usage": {"prompt_tokens": 7, "completion_tokens": 3},
}
MESSAGE = {
    "id": "m",
    "type": "message",
    "role": "assistant",
    "model": "m-1-2026",
    "content": [{"type": "text", "text": "At once."}],
    "stop_reason": "end_turn",
    "usage": {"input_tokens": 7, "output_tokens": 3},
}
WIRES = {"openai": CHAT, "anthropic": MESSAGE}
wires = pytest.mark.parametrize("wire", WIRES)


def client(server: StreamServer, wire: str) -> ModelClient:
    if wire == "openai":
        return OpenAIChatClient(Connection("openai", "custom-openai", "Test service", server.url, KEY))
    url = server.url.removesuffix("/v1")
    return AnthropicMessagesClient(Connection("anthropic", "anthropic", "Test service", url, KEY, ("x-api-key",)))


def plain(body: Any, content_type: str = "application/json") -> Answer:
    raw = body if isinstance(body, bytes) else json.dumps(body, ensure_ascii=False).encode()
    half = len(raw) // 2
    return Answer([raw[:half], raw[half:]], content_type=content_type)


def ask(wire: str, body: Any, content_type: str = "application/json") -> tuple[str, ModelReply]:
    """Return the text as it came, and the reply."""
    with stream_server(plain(body, content_type)) as server:
        events: Iterator[Any] = client(server, wire).stream(ASK, Flag())
        *texts, last = events
    assert isinstance(last, ReplyCompleted)
    return "".join(event.text for event in texts if isinstance(event, TextDelta)), last.reply


@wires
@pytest.mark.parametrize("content_type", CONTENT_TYPES)
def test_a_whole_answer_is_understood_whatever_it_is_called(wire: str, content_type: str) -> None:
    text, reply = ask(wire, WIRES[wire], content_type)
    assert text == reply.message.text == "At once."
    assert (reply.finish_reason, reply.usage, reply.model) == (FinishReason.STOP, Usage(7, 3), "m-1-2026")


def chat(finish: str | None = "tool_calls", **message: Any) -> JsonObject:
    return CHAT | {"choices": [{"index": 0, "finish_reason": finish, "message": {"role": "assistant", **message}}]}


def function(arguments: Any, **fields: Any) -> JsonObject:
    return {"type": "function", "function": {"name": "search", "arguments": arguments}, **fields}


CALLS = [
    ([function('{"q": 1}', id="a"), function('{"q": 2}', id="b")], ["a", "b"]),
    ([function('{"q": 1}', id="a"), function('{"q": 2}', id="a")], ["a", "a"]),
    ([function('{"q": 1}'), function('{"q": 2}')], ["", ""]),
    ([function({"q": 1}, id="a"), function({"q": 2}, id="b")], ["a", "b"]),
]


@pytest.mark.parametrize(("calls", "ids"), CALLS)
def test_calls_of_a_whole_chat_completion_stay_apart(calls: list[JsonObject], ids: list[str]) -> None:
    _, reply = ask("openai", chat(tool_calls=calls, content=None))
    assert [(call.id, call.name, json.loads(call.arguments)) for call in reply.message.tool_calls] == [
        (ids[0], "search", {"q": 1}),
        (ids[1], "search", {"q": 2}),
    ]
    assert reply.finish_reason is FinishReason.TOOL_CALLS


def test_a_whole_chat_completion_needs_no_finish_reason() -> None:
    text, reply = ask(
        "openai", chat(None, content=[{"type": "text", "text": "At "}, {"type": "text", "text": "once."}])
    )
    assert (text, reply.finish_reason) == ("At once.", FinishReason.STOP)


def test_blocks_of_a_whole_message_are_kept_and_called() -> None:
    blocks = [
        {"type": "thinking", "thinking": "Hm.", "signature": "s"},
        {"type": "text", "text": "Looking."},
        {"type": "tool_use", "id": "t1", "name": "search", "input": {"q": "二"}},
    ]
    text, reply = ask("anthropic", MESSAGE | {"content": blocks, "stop_reason": "tool_use"})
    assert text == "Looking."
    assert reply.message.raw["content"] == blocks
    assert reply.message.tool_calls == (ToolCallPart("t1", "search", '{"q": "二"}'),)
    assert reply.finish_reason is FinishReason.TOOL_CALLS


ERRORS = [
    ({"error": {"type": "authentication_error", "message": "bad key"}}, ProviderAuthError, ""),
    ({"error": {"code": 429, "message": "slow down"}}, ProviderRateLimitError, "slow down"),
    ([{"error": {"code": 429, "message": "slow down"}}], ProviderRateLimitError, "slow down"),
    ({"error": "the model is asleep"}, ProviderError, "the model is asleep"),
    ({"code": "InvalidParameter", "message": "no such size"}, ProviderError, "no such size"),
    ({"detail": "not today"}, ProviderError, "not today"),
    ({"code": 429, "msg": "slow down"}, ProviderRateLimitError, "slow down"),
    ({"type": "error", "error": {"type": "rate_limit_error", "message": "slow"}}, ProviderRateLimitError, "slow"),
]


@wires
@pytest.mark.parametrize(("body", "error", "words"), ERRORS)
def test_an_error_with_status_200_is_an_error_with_its_words(
    wire: str, body: Any, error: type[ProviderError], words: str
) -> None:
    with pytest.raises(error) as caught:
        ask(wire, body)
    assert words in caught.value.message
    assert KEY not in caught.value.message


NOTHING = [b"", b"  \n", b"[]", b"null", b'"hello"', b"<html>no</html>", b"{}", b'{"choices": []}', b'{"content": []']


@wires
@pytest.mark.parametrize("body", NOTHING)
def test_what_is_no_answer_is_a_failure_of_the_service(wire: str, body: bytes) -> None:
    with pytest.raises(ProviderError) as caught:
        ask(wire, body)
    assert "Test service" in caught.value.message
