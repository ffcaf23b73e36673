"""The OpenAI form: bodies by capability, and streams of services that keep to it only roughly."""

from dataclasses import replace
from typing import Any

import pytest

from agents.core.attachments import FilePart
from agents.core.errors import (
    ProviderQuotaError,
    ProviderRateLimitError,
    ProviderStreamError,
    ProviderUnavailableError,
    RunCancelledError,
)
from agents.core.messages import FinishReason, Message, ModelReply, ToolCallPart
from agents.providers import sdk_calls
from agents.providers.base import (
    ModelRequest,
    NamedToolChoice,
    ReplyCompleted,
    TextDelta,
    ToolChoice,
    closing_stream,
)
from agents.providers.capabilities import CapabilityRule
from agents.providers.connection import Connection
from agents.providers.openai_chat import OpenAIChatClient
from tests.agents.providers.odd_calls import anywhere
from tests.doubles.conversation import Flag
from tests.doubles.stream_server import Answer, StreamServer, refusal, sse, stream_server
from tools.core.definitions import FunctionDefinition, JsonObject

KEY = "sk-secret-0123456789"
SEARCH = FunctionDefinition("search", "Looks things up.", {"type": "object", "properties": {"q": {"type": "string"}}})
CLOSED = {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"], "additionalProperties": False}
ASK = ModelRequest(model="m-1", messages=(Message("user", "Hi"),))


def chunk(finish: str | None = None, **delta: Any) -> JsonObject:
    return {"id": "c", "model": "m-1", "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


def piece(arguments: str = "", **fields: Any) -> JsonObject:
    function = {"arguments": arguments} | ({"name": fields.pop("name")} if "name" in fields else {})
    return {"function": function, **fields}


OK = sse(chunk(content="ok"), chunk("stop"))


def connection(server: StreamServer, preset: str = "custom-openai", **changes: Any) -> Connection:
    return Connection("openai", preset, "Test service", server.url, KEY, **changes)


def play(server: StreamServer, request: ModelRequest = ASK, preset: str = "custom-openai") -> ModelReply:
    *_, last = OpenAIChatClient(connection(server, preset)).stream(request, Flag())
    assert isinstance(last, ReplyCompleted)
    return last.reply


def sent(request: ModelRequest, preset: str = "custom-openai") -> JsonObject:
    with stream_server(OK) as server:
        play(server, request, preset)
        return server.bodies[0]


def test_a_plain_body_holds_nothing_that_was_not_asked_for() -> None:
    assert sent(ASK) == {
        "model": "m-1",
        "messages": [{"role": "user", "content": "Hi"}],
        "stream": True,
        "stream_options": {"include_usage": True},
    }


@pytest.mark.parametrize(
    ("choice", "form"),
    [
        ("auto", "auto"),
        ("none", "none"),
        ("required", "required"),
        (NamedToolChoice("search"), {"type": "function", "function": {"name": "search"}}),
    ],
)
def test_every_tool_choice_has_its_form(choice: ToolChoice, form: Any) -> None:
    body = sent(replace(ASK, functions=(SEARCH,), tool_choice=choice))
    assert body.get("tool_choice") == form
    assert body["tools"][0]["function"]["name"] == "search"


@pytest.mark.parametrize(
    ("preset", "model", "expected"),
    [
        ("custom-openai", "some-model", {"temperature": 0.5, "max_tokens": 99, "tool_choice": "required"}),
        ("openai", "gpt-4o", {"temperature": 0.5, "max_completion_tokens": 99, "tool_choice": "required"}),
        ("openai", "gpt-5.4-mini", {"max_completion_tokens": 99, "tool_choice": "required"}),
        ("openai", "o3-mini", {"max_completion_tokens": 99, "tool_choice": "required"}),
        ("moonshot", "kimi-k3", {"max_tokens": 99, "tool_choice": "auto"}),
        ("dashscope", "qwen-plus", {"temperature": 0.5, "max_tokens": 99, "tool_choice": "required"}),
        ("dashscope", "qwen3.8-flash", {"temperature": 0.5, "max_tokens": 99, "tool_choice": "auto"}),
    ],
)
def test_only_what_the_model_accepts_is_sent(preset: str, model: str, expected: JsonObject) -> None:
    request = replace(ASK, model=model, temperature=0.5, max_tokens=99, functions=(SEARCH,), tool_choice="required")
    body = sent(request, preset)
    reported = ("temperature", "max_tokens", "max_completion_tokens", "tool_choice")
    assert {name: body[name] for name in reported if name in body} == expected
    assert body.get("parallel_tool_calls") == (True if preset == "dashscope" else None)


def test_a_service_that_does_not_know_none_is_not_shown_the_functions() -> None:
    assert "tools" not in sent(replace(ASK, functions=(SEARCH,), tool_choice="none"), "zhipu")


def test_pictures_and_documents_are_parts_of_the_message() -> None:
    files = (
        FilePart("a.png", "image/png", "cG5n"),
        FilePart("b.pdf", "application/pdf", "cGRm"),
        FilePart("c.md", "text/markdown", "IyBUZWE="),
    )
    assert sent(replace(ASK, messages=(Message("user", "Hi", files=files),)))["messages"][0]["content"] == [
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,cG5n"}},
        {"type": "file", "file": {"filename": "b.pdf", "file_data": "data:application/pdf;base64,cGRm"}},
        {"type": "text", "text": "[c.md]\n# Tea"},
        {"type": "text", "text": "Hi"},
    ]


def test_an_installations_own_rules_win() -> None:
    rule = CapabilityRule("custom-*", "m-*", {"takes_temperature": False, "stream_usage": False})
    with stream_server(OK) as server:
        client = OpenAIChatClient(connection(server, overrides=(rule,)))
        list(client.stream(replace(ASK, temperature=0.1), Flag()))
    assert server.bodies[0].keys() == {"model", "messages", "stream"}


@pytest.mark.parametrize(
    ("preset", "schema", "form"),
    [
        ("openai", CLOSED, {"name": "answer", "schema": CLOSED, "strict": True}),
        ("openai", {"type": "object"}, {"name": "answer", "schema": {"type": "object"}, "strict": False}),
        ("custom-openai", CLOSED, None),
    ],
)
def test_json_is_asked_for_as_strongly_as_the_service_allows(preset: str, schema: JsonObject, form: Any) -> None:
    reported = sent(replace(ASK, json_schema=schema), preset)["response_format"]
    assert reported == ({"type": "json_schema", "json_schema": form} if form else {"type": "json_object"})


def test_closed_functions_are_strict_where_the_service_takes_it() -> None:
    functions = (SEARCH, replace(SEARCH, name="find", parameters=CLOSED))
    tools = sent(replace(ASK, functions=functions), "openai")["tools"]
    assert [tool["function"].get("strict") for tool in tools] == [None, True]


def test_further_fields_reach_the_body_but_the_offline_script_does_not() -> None:
    body = sent(replace(ASK, extra={"enable_thinking": False, "script": [{"text": "x"}]}))
    assert body["enable_thinking"] is False
    assert "script" not in body


CALLS = {
    "pieces by index": [
        chunk(tool_calls=[piece(index=0, id="a", name="search")]),
        chunk(tool_calls=[piece('{"q":', index=0)]),
        chunk(tool_calls=[piece("1}", index=0)]),
        chunk(tool_calls=[piece('{"q":2}', index=1, id="b", name="search")]),
    ],
    "no index": [
        chunk(tool_calls=[piece('{"q":', id="a", name="search")]),
        chunk(tool_calls=[piece("1}")]),
        chunk(tool_calls=[piece('{"q":2}', id="b", name="search")]),
    ],
    "id and name in every piece": [
        chunk(tool_calls=[piece('{"q":', index=0, id="a", name="search")]),
        chunk(tool_calls=[piece("1}", index=0, id="a", name="search")]),
        chunk(tool_calls=[piece('{"q":2}', index=1, id="b", name="search")]),
    ],
    "always index 0": [
        chunk(tool_calls=[piece('{"q":1}', index=0, id="a", name="search")]),
        chunk(tool_calls=[piece('{"q":2}', index=0, id="b", name="search")]),
    ],
    "interleaved": [
        chunk(tool_calls=[piece(index=0, id="a", name="search"), piece(index=1, id="b", name="search")]),
        chunk(tool_calls=[piece('{"q":2}', index=1), piece('{"q":1}', index=0)]),
    ],
    "interleaved without index": [
        chunk(tool_calls=[piece('{"q":', id="a", name="search"), piece('{"q":', id="b", name="search")]),
        chunk(tool_calls=[piece("1}", id="a"), piece("2}", id="b")]),
    ],
}


@pytest.mark.parametrize("chunks", CALLS.values(), ids=CALLS.keys())
@pytest.mark.parametrize("finish", ["tool_calls", "stop"])
def test_tool_calls_are_put_together_however_they_are_cut(chunks: list[JsonObject], finish: str) -> None:
    with stream_server(sse({"id": "c", "model": "m-1", "choices": []}, *chunks, chunk(finish))) as server:
        reply = play(server)
    assert reply.message.tool_calls == (
        ToolCallPart("a", "search", '{"q":1}'),
        ToolCallPart("b", "search", '{"q":2}'),
    )
    assert reply.finish_reason is FinishReason.TOOL_CALLS


def test_comments_and_a_late_usage_chunk_are_understood() -> None:
    usage = {"id": "c", "model": "m-1", "choices": [], "usage": {"prompt_tokens": 4, "completion_tokens": 2}}
    stream = sse(chunk(content="ok"), chunk("length"), usage)
    with stream_server(replace(stream, pieces=[b": OPENROUTER PROCESSING\n\n", *stream.pieces])) as server:
        reply = play(server)
    assert (reply.usage.input_tokens, reply.usage.output_tokens) == (4, 2)
    assert reply.finish_reason is FinishReason.LENGTH


@pytest.mark.parametrize(("preset", "returned"), [("deepseek", "I think"), ("custom-openai", None)])
def test_reasoning_of_an_answer_is_returned_where_it_is_wanted(preset: str, returned: str | None) -> None:
    pieces = (chunk(reasoning_content="I "), chunk(reasoning_content="think"), chunk(content="ok"), chunk("stop"))
    with stream_server(sse(*pieces)) as server:
        reply = play(server)
    assert (reply.message.text, reply.message.thoughts) == ("ok", "I think")
    body = sent(replace(ASK, messages=(*ASK.messages, anywhere(reply.message), *ASK.messages)), preset)
    assert body["messages"][1].get("reasoning_content") == returned


def test_a_signature_on_a_call_is_returned_with_it() -> None:
    extra = {"google": {"thought_signature": "s"}}
    calls = [piece("{}", index=0, id="a", name="search", extra_content=extra)]
    with stream_server(sse(chunk(tool_calls=calls), chunk("stop"))) as server:
        reply = play(server)
    back = sent(replace(ASK, messages=(*ASK.messages, anywhere(reply.message))))["messages"][1]
    assert back == {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {
                "id": "a",
                "type": "function",
                "function": {"name": "search", "arguments": "{}"},
                "extra_content": extra,
            }
        ],
    }


BROKEN = {
    "no finish": (sse(chunk(content="Hal"), done=False), ProviderStreamError),
    "not JSON": (sse(chunk(content="Hal"), "{oops"), ProviderStreamError),
    "error with status": (
        sse(chunk(content="Hal"), {"error": {"message": "slow down", "code": 429}}),
        ProviderRateLimitError,
    ),
    "error without status": (sse(chunk(content="Hal"), {"error": {"message": "oops"}}), ProviderUnavailableError),
}


@pytest.mark.parametrize(("answer", "error"), BROKEN.values(), ids=BROKEN.keys())
def test_faults_inside_a_stream_come_after_its_text(answer: Answer, error: type[Exception]) -> None:
    with stream_server(answer) as server:
        events = OpenAIChatClient(connection(server)).stream(ASK, Flag())
        assert next(events) == TextDelta("Hal")
        with pytest.raises(error):
            next(events)


def test_a_web_page_is_reported_as_a_wrong_address() -> None:
    page = Answer([b"<html>Welcome</html>"], content_type="text/html")
    with stream_server(page) as server, pytest.raises(ProviderUnavailableError, match="Check the base URL"):
        play(server)


def test_an_exhausted_quota_is_not_a_rate_limit() -> None:
    body = {"error": {"message": "You exceeded your quota", "type": "insufficient_quota", "code": "insufficient_quota"}}
    with stream_server(refusal(429, body)) as server, pytest.raises(ProviderQuotaError) as caught:
        play(server)
    assert not caught.value.retryable


def test_the_wish_to_wait_is_kept() -> None:
    answer = refusal(429, {"error": {"message": "slow"}}, retry_after="7")
    with stream_server(answer) as server, pytest.raises(ProviderRateLimitError) as caught:
        play(server)
    assert caught.value.details["retry_after_s"] == 7


def test_a_page_instead_of_an_answer_is_reported() -> None:
    page = Answer([b"<html>login</html>"], 503, "text/html")
    with stream_server(page) as server, pytest.raises(ProviderUnavailableError, match="status 503"):
        play(server)


@pytest.mark.parametrize("pieces", [(), (b'data: {"id":"c","model":"m-1","choices":[]}\n\n',)])
def test_a_cancel_is_noticed_while_the_service_is_silent_and_closes_the_connection(pieces: tuple[bytes, ...]) -> None:
    with stream_server(Answer(pieces, hold=True)) as server:
        with pytest.raises(RunCancelledError):
            list(OpenAIChatClient(connection(server)).stream(ASK, Flag(after=2)))
        assert server.left.wait(60)


def test_a_reader_that_leaves_closes_the_connection() -> None:
    answer = replace(sse(chunk(content="one"), done=False), hold=True)
    with stream_server(answer) as server:
        events = OpenAIChatClient(connection(server)).stream(ASK, Flag())
        with closing_stream(events):
            assert next(events) == TextDelta("one")
        assert server.left.wait(60)


def test_many_streams_share_the_turns_of_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sdk_calls, "TAKES_PER_S", 3)
    monkeypatch.setattr(sdk_calls, "_open", {object()})  # another stream
    words = [f"{number} " for number in range(200)]
    with stream_server(sse(*(chunk(content=word) for word in words), chunk("stop"))) as server:
        *pieces, last = OpenAIChatClient(connection(server)).stream(ASK, Flag())
    assert "".join(piece.text for piece in pieces if isinstance(piece, TextDelta)) == "".join(words)
    assert isinstance(last, ReplyCompleted)
    assert last.reply.message.text == "".join(words)
    assert len(pieces) < 20


def test_a_key_of_an_administrator_in_the_environment_goes_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_ADMIN_KEY", "sk-admin")
    with stream_server(OK) as server:
        play(server)
    assert server.headers[0]["authorization"] == f"Bearer {KEY}"
    assert "sk-admin" not in str(server.headers)
