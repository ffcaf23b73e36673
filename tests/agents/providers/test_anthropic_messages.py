"""The Anthropic form: bodies as they reach the wire, blocks that go back unchanged, faults inside a stream."""

from dataclasses import replace
from typing import Any

import pytest

from agents.core.attachments import FilePart
from agents.core.errors import ProviderStreamError, ProviderUnavailableError
from agents.core.messages import FinishReason, Message, ModelReply, ToolCallPart
from agents.providers.anthropic_messages import AnthropicMessagesClient
from agents.providers.base import ModelRequest, NamedToolChoice, ReplyCompleted, TextDelta, ToolChoice
from agents.providers.connection import Connection
from tests.agents.providers.odd_calls import anywhere
from tests.doubles.conversation import Flag
from tests.doubles.stream_server import Answer, StreamServer, named_sse, stream_server, unnamed
from tools.core.definitions import FunctionDefinition, JsonObject

KEY = "sk-ant-secret-0123456789"
SEARCH = FunctionDefinition("search", "Looks things up.", {"properties": {"q": {"type": "string"}}})
ASK = ModelRequest(model="claude-x", messages=(Message("system", "Be brief."), Message("user", "Hi")))
CLOSED = {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"], "additionalProperties": False}


def start(**usage: int) -> JsonObject:
    message = {"id": "m", "type": "message", "role": "assistant", "model": "claude-x", "content": []}
    return {"type": "message_start", "message": message | {"usage": {"input_tokens": 3, "output_tokens": 1, **usage}}}


def block(index: int, content: JsonObject, *deltas: JsonObject) -> list[JsonObject]:
    return [
        {"type": "content_block_start", "index": index, "content_block": content},
        *({"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas),
        {"type": "content_block_stop", "index": index},
    ]


def end(reason: str) -> list[JsonObject]:
    delta = {"stop_reason": reason, "stop_sequence": None}
    return [{"type": "message_delta", "delta": delta, "usage": {"output_tokens": 9}}, {"type": "message_stop"}]


def text(index: int, *pieces: str) -> list[JsonObject]:
    deltas = [{"type": "text_delta", "text": piece} for piece in pieces]
    return block(index, {"type": "text", "text": ""}, *deltas)


OK = named_sse(start(), *text(0, "ok"), *end("end_turn"))


def client(server: StreamServer, preset: str = "anthropic") -> AnthropicMessagesClient:
    url = server.url.removesuffix("/v1")
    return AnthropicMessagesClient(Connection("anthropic", preset, "Claude", url, KEY, ("x-api-key",)))


def play(server: StreamServer, request: ModelRequest = ASK) -> ModelReply:
    *_, last = client(server).stream(request, Flag())
    assert isinstance(last, ReplyCompleted)
    return last.reply


def sent(request: ModelRequest, preset: str = "anthropic") -> JsonObject:
    with stream_server(OK) as server:
        list(client(server, preset).stream(request, Flag()))
        return server.bodies[0]


def test_pictures_and_documents_are_blocks_of_the_message() -> None:
    files = (
        FilePart("a.png", "image/png", "cG5n"),
        FilePart("b.pdf", "application/pdf", "cGRm"),
        FilePart("c.md", "text/markdown", "IyBUZWE="),
    )
    assert sent(replace(ASK, messages=(Message("user", "Hi", files=files),)))["messages"][0]["content"] == [
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "cG5n"}},
        {
            "type": "document",
            "title": "b.pdf",
            "source": {"type": "base64", "media_type": "application/pdf", "data": "cGRm"},
        },
        {"type": "text", "text": "[c.md]\n# Tea"},
        {"type": "text", "text": "Hi"},
    ]


def test_a_plain_body_has_the_system_text_apart_and_no_temperature() -> None:
    assert sent(replace(ASK, temperature=0.7)) == {
        "model": "claude-x",
        "system": "Be brief.",
        "messages": [{"role": "user", "content": [{"type": "text", "text": "Hi"}]}],
        "max_tokens": 8192,
        "stream": True,
    }


def test_the_key_is_sent_in_both_headers_under_the_current_version() -> None:
    with stream_server(OK) as server:
        play(server)
    headers = server.headers[0]
    assert headers["authorization"] == f"Bearer {KEY}"
    assert headers["x-api-key"] == KEY
    assert headers["anthropic-version"] == "2026-10-21"


@pytest.mark.parametrize(
    ("choice", "form"),
    [
        ("auto", {"type": "auto"}),
        ("none", {"type": "none"}),
        ("required", {"type": "any"}),
        (NamedToolChoice("search"), {"type": "tool", "name": "search"}),
    ],
)
def test_every_tool_choice_has_its_form(choice: ToolChoice, form: JsonObject) -> None:
    body = sent(replace(ASK, functions=(SEARCH,), tool_choice=choice))
    assert body["tool_choice"] == form
    assert body["tools"] == [
        {
            "name": "search",
            "description": "Looks things up.",
            "input_schema": {"type": "object", "properties": {"q": {"type": "string"}}},
        }
    ]


def test_results_of_one_reply_share_one_user_turn_and_come_before_words() -> None:
    calls = (ToolCallPart("t1", "search", '{"q": "a"}'), ToolCallPart("t2", "search", "{broken"))
    messages = (
        *ASK.messages,
        Message("assistant", "Looking.", tool_calls=calls),
        Message("tool", '{"success": true}', tool_call_id="t1"),
        Message("tool", '{"success": false}', tool_call_id="t2", is_error=True),
        Message("user", "Go on."),
    )
    assert sent(replace(ASK, messages=messages))["messages"][1:] == [
        {
            "role": "assistant",
            "content": [
                {"type": "text", "text": "Looking."},
                {"type": "tool_use", "id": "t1", "name": "search", "input": {"q": "a"}},
                {"type": "tool_use", "id": "t2", "name": "search", "input": {}},
            ],
        },
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "t1", "content": '{"success": true}', "is_error": False},
                {"type": "tool_result", "tool_use_id": "t2", "content": '{"success": false}', "is_error": True},
                {"type": "text", "text": "Go on."},
            ],
        },
    ]


def test_an_empty_reply_leaves_no_empty_block_behind() -> None:
    messages = (Message("user", "Hi"), Message("assistant", "\n"), Message("user", "Well?"))
    body = sent(replace(ASK, messages=messages))
    assert body["messages"] == [
        {"role": "user", "content": [{"type": "text", "text": "Hi"}, {"type": "text", "text": "Well?"}]}
    ]


THOUGHT = named_sse(
    start(cache_read_input_tokens=4),
    *block(
        0,
        {"type": "thinking", "thinking": "", "signature": ""},
        {"type": "thinking_delta", "thinking": "Let me "},
        {"type": "thinking_delta", "thinking": "see"},
        {"type": "signature_delta", "signature": "SIGNED"},
    ),
    *block(1, {"type": "redacted_thinking", "data": "opaque"}),
    *text(2, "I ", "look."),
    *block(
        3,
        {"type": "tool_use", "id": "t1", "name": "search", "input": {}},
        {"type": "input_json_delta", "partial_json": ""},
        {"type": "input_json_delta", "partial_json": '{"q": "fl'},
        {"type": "input_json_delta", "partial_json": 'our"}'},
    ),
    *block(4, {"type": "tool_use", "id": "t2", "name": "search", "input": {}}),
    *end("tool_use"),
)


def test_text_calls_and_usage_are_read_and_thinking_is_not_text() -> None:
    with stream_server(THOUGHT) as server:
        *pieces, last = client(server).stream(ASK, Flag())
    assert "".join(piece.text for piece in pieces if isinstance(piece, TextDelta)) == "I look."
    assert isinstance(last, ReplyCompleted)
    reply = last.reply
    assert reply.message.text == "I look."
    assert reply.message.tool_calls == (
        ToolCallPart("t1", "search", '{"q": "flour"}'),
        ToolCallPart("t2", "search", ""),
    )
    assert reply.finish_reason is FinishReason.TOOL_CALLS
    assert (reply.usage.input_tokens, reply.usage.output_tokens) == (7, 9)


def test_a_reply_goes_back_unchanged_but_for_ids_that_were_made_unique() -> None:
    with stream_server(THOUGHT) as server:
        message = play(server).message
    renamed = replace(message, tool_calls=(message.tool_calls[0], replace(message.tool_calls[1], id="call_1_1")))
    back = sent(replace(ASK, messages=(*ASK.messages, anywhere(renamed))))["messages"][1]["content"]
    assert back == [
        {"type": "thinking", "thinking": "Let me see", "signature": "SIGNED"},
        {"type": "redacted_thinking", "data": "opaque"},
        {"type": "text", "text": "I look."},
        {"type": "tool_use", "id": "t1", "name": "search", "input": {"q": "flour"}},
        {"type": "tool_use", "id": "call_1_1", "name": "search", "input": {}},
    ]


@pytest.mark.parametrize(
    ("reason", "finish"),
    [
        ("end_turn", FinishReason.STOP),
        ("max_tokens", FinishReason.LENGTH),
        ("refusal", FinishReason.REFUSAL),
        ("something_new", FinishReason.STOP),
    ],
)
def test_stop_reasons_are_mapped_and_unknown_ones_are_a_normal_end(reason: str, finish: FinishReason) -> None:
    with stream_server(named_sse(start(), *text(0, "x"), {"type": "news_of_tomorrow"}, *end(reason))) as server:
        assert play(server).finish_reason is finish


@pytest.mark.parametrize(
    ("preset", "schema", "form"),
    [
        ("anthropic", CLOSED, {"format": {"type": "json_schema", "schema": CLOSED}}),
        ("anthropic", {"type": "object"}, None),
        ("custom-anthropic", CLOSED, None),
    ],
)
def test_json_output_is_guaranteed_only_where_the_api_can(preset: str, schema: JsonObject, form: Any) -> None:
    assert sent(replace(ASK, json_schema=schema), preset).get("output_config") == form


def test_closed_functions_are_strict() -> None:
    body = sent(replace(ASK, functions=(SEARCH, replace(SEARCH, name="find", parameters=CLOSED))))
    assert [tool.get("strict") for tool in body["tools"]] == [None, True]


def test_an_error_event_comes_after_the_text_that_was_sent() -> None:
    error = {"type": "error", "error": {"type": "overloaded_error", "message": "busy"}}
    with stream_server(named_sse(start(), *text(0, "Hal"), error)) as server:
        events = client(server).stream(ASK, Flag())
        assert next(events) == TextDelta("Hal")
        with pytest.raises(ProviderUnavailableError, match="529"):
            next(events)


def test_a_stream_that_just_ends_is_broken() -> None:
    with stream_server(named_sse(start(), *text(0, "Hal"))) as server, pytest.raises(ProviderStreamError):
        play(server)


PING = {"type": "ping"}
BUSY = {"type": "error", "error": {"type": "overloaded_error", "message": "busy"}}


def test_a_service_may_leave_out_the_names_of_its_events() -> None:
    found = []
    for answer in (
        THOUGHT,
        unnamed(THOUGHT),
        unnamed(named_sse(PING, start(), *text(0, "ok"), PING, *end("end_turn"))),
    ):
        with stream_server(answer) as server:
            found.append(play(server))
    with_names, without, pinged = found
    assert without == with_names
    assert anywhere(without.message).raw == anywhere(with_names.message).raw
    assert pinged.message.text == "ok"


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (unnamed(named_sse(start(), *text(0, "Hal"), BUSY)), ProviderUnavailableError),
        (unnamed(named_sse(start(), *text(0, "Hal"))), ProviderStreamError),
        (Answer([*unnamed(named_sse(start(), *text(0, "Hal"))).pieces, b"data: {\n\n"]), ProviderStreamError),
    ],
)
def test_faults_are_found_in_a_stream_without_names(answer: Answer, error: type[Exception]) -> None:
    with stream_server(answer) as server:
        events = client(server).stream(ASK, Flag())
        assert next(events) == TextDelta("Hal")
        with pytest.raises(error):
            next(events)
