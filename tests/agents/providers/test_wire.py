"""Both wire formats against aimock: text, tools, results, faults. The loop sees no difference between them."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from agents.core.errors import (
    ProviderAuthError,
    ProviderError,
    ProviderQuotaError,
    ProviderRateLimitError,
    ProviderRequestError,
    ProviderStreamError,
    ProviderUnavailableError,
)
from agents.core.messages import FinishReason, Message, ModelReply
from agents.loop.loop import LoopRequest, run_tool_loop
from agents.providers.base import ModelClient, ModelRequest, ReplyCompleted, TextDelta
from agents.providers.connection import Connection
from agents.providers.registry import REMOTE_WIRES
from agents.providers.retry import RetryingClient
from tests.doubles.aimock import API_KEY, Aimock
from tests.doubles.conversation import FakeJournal, FakeTool, FakeToolbox, Flag, RecordingSink, bad, good
from tools.core.definitions import FunctionDefinition

MODELS = {"openai": "gpt-4o", "anthropic": "claude-sonnet-5-5"}
SEARCH = FunctionDefinition(
    "search", "Looks things up.", {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]}
)
REQUEST = ModelRequest(model="", messages=(Message("system", "Be brief."), Message("user", "Find flour")))

Connect = Callable[..., ModelClient]


@pytest.fixture(params=["openai", "anthropic"])
def wire(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def connection(wire: str, aimock: Aimock) -> Connection:
    if wire == "openai":
        return Connection("openai", "openai", "Test service", aimock.openai_url, API_KEY)
    return Connection("anthropic", "anthropic", "Test service", aimock.anthropic_url, API_KEY, ("x-api-key",))


@pytest.fixture
def client(connection: Connection) -> ModelClient:
    return REMOTE_WIRES[connection.wire](connection)


def play(client: ModelClient, request: ModelRequest) -> tuple[list[str], ModelReply]:
    *pieces, last = client.stream(request, Flag())
    assert isinstance(last, ReplyCompleted)
    return [piece.text for piece in pieces if isinstance(piece, TextDelta)], last.reply


def asked(wire: str, **changes: Any) -> ModelRequest:
    return replace(REQUEST, model=MODELS[wire], **changes)


def test_text_streams_with_usage(wire: str, client: ModelClient, aimock: Aimock) -> None:
    counts = {"openai": {"prompt_tokens": 11, "completion_tokens": 7}}
    usage = counts.get(wire, {"input_tokens": 11, "output_tokens": 7})
    aimock.reply({"content": "Flour is on shelf nine, 第九层。", "usage": usage})
    pieces, reply = play(client, asked(wire))
    assert "".join(pieces) == reply.message.text == "Flour is on shelf nine, 第九层。"
    assert reply.finish_reason is FinishReason.STOP
    assert (reply.usage.input_tokens, reply.usage.output_tokens) == (11, 7)
    assert reply.model == MODELS[wire]


def test_tool_calls_come_whole(wire: str, client: ModelClient, aimock: Aimock) -> None:
    calls = [
        {"id": "call_a", "name": "search", "arguments": '{"q": "a rather long argument, 面粉"}'},
        {"id": "call_b", "name": "search", "arguments": "{}"},
    ]
    aimock.reply({"content": "Let me look.", "toolCalls": calls})
    _, reply = play(client, asked(wire, functions=(SEARCH,)))
    assert reply.finish_reason is FinishReason.TOOL_CALLS
    assert reply.message.text == "Let me look."
    assert [(call.id, call.name) for call in reply.message.tool_calls] == [("call_a", "search"), ("call_b", "search")]
    assert json.loads(reply.message.tool_calls[0].arguments) == {"q": "a rather long argument, 面粉"}


def test_results_go_back_in_the_vendors_form(wire: str, client: ModelClient, aimock: Aimock) -> None:
    calls = [{"id": f"call_{n}", "name": "search", "arguments": json.dumps({"q": n})} for n in "ab"]
    aimock.reply({"content": "Both found."}, match={"hasToolResult": True})
    aimock.reply({"content": "Looking.", "toolCalls": calls}, match={"hasToolResult": False})
    results = {"a": good(1, "one"), "b": bad("none left")}
    toolbox = FakeToolbox(FakeTool("search", lambda arguments: results[arguments["q"]]))
    task = LoopRequest(
        model=MODELS[wire],
        messages=(Message("user", "Find flour"),),
        on_tool_failure="tell_model",
        temperature=0.2,
    )
    result = run_tool_loop(task, client, toolbox, FakeJournal(), RecordingSink(), Flag())
    assert result.text == "Both found."
    second = aimock.bodies()[1]
    reported = [message for message in second["messages"] if message["role"] == "tool"]
    assert [message["tool_call_id"] for message in reported] == ["call_a", "call_b"]
    assert [json.loads(message["content"])["success"] for message in reported] == [True, False]
    back = next(message for message in second["messages"] if message["role"] == "assistant")
    assert back["content"] == "Looking."
    assert [call["id"] for call in back["tool_calls"]] == ["call_a", "call_b"]
    assert ("temperature" in second) is (wire == "openai")


def test_the_key_travels_in_the_right_headers(wire: str, client: ModelClient, aimock: Aimock) -> None:
    aimock.reply({"content": "ok"})
    play(client, asked(wire))
    entry = aimock.requests()[0]
    assert entry["path"].startswith({"openai": "/v1/chat/completions", "anthropic": "/v1/messages"}[wire])
    assert "authorization" in entry["headers"]
    assert ("x-api-key" in entry["headers"]) is (wire == "anthropic")


@pytest.mark.parametrize(
    ("status", "body", "error", "words"),
    [
        (401, {"message": f"Incorrect API key: {API_KEY}", "type": "authentication_error"}, ProviderAuthError, "key"),
        (402, {"message": "Insufficient Balance"}, ProviderQuotaError, "Top it up"),
        (403, {"message": "no access"}, ProviderAuthError, "permissions"),
        (404, {"message": "model `x` does not exist"}, ProviderRequestError, "model name"),
        (400, {"message": f"bad input for {API_KEY}"}, ProviderRequestError, "bad input for …"),
        (429, {"message": "slow down"}, ProviderRateLimitError, "Wait"),
        (500, {"message": "oops"}, ProviderUnavailableError, "status 500"),
        (529, {"message": "busy", "type": "overloaded_error"}, ProviderUnavailableError, "status 529"),
    ],
)
def test_refusals_become_errors_that_give_advice_and_never_the_key(
    wire: str,
    client: ModelClient,
    aimock: Aimock,
    status: int,
    body: dict[str, str],
    error: type[ProviderError],
    words: str,
) -> None:
    aimock.fail_once(status, **body)
    with pytest.raises(error) as caught:
        play(client, asked(wire))
    assert caught.value.message.startswith("Test service ")
    assert words in caught.value.message
    assert caught.value.details["status"] == status
    assert API_KEY not in f"{caught.value.message} {caught.value.details} {caught.value!r}"


def test_a_broken_stream_is_reported_after_its_text_and_not_repeated(
    wire: str, connection: Connection, aimock: Aimock
) -> None:
    # The pause lets the pieces arrive before the connection is destroyed.
    aimock.reply({"content": "This sentence will never come to its end."}, truncateAfterChunks=4, latency=20)
    client = RetryingClient(REMOTE_WIRES[connection.wire](connection), sleep=lambda seconds: None)
    reported: list[str] = []

    def read() -> None:
        for event in client.stream(asked(wire), Flag()):
            assert isinstance(event, TextDelta)
            reported.append(event.text)

    with pytest.raises(ProviderStreamError, match="stopped in the middle"):
        read()
    assert reported
    assert len(aimock.requests()) == 1


def test_a_passing_failure_before_the_first_piece_is_repeated(
    wire: str, connection: Connection, aimock: Aimock
) -> None:
    aimock.reply({"content": "At last"})
    aimock.fail_once(529, message="busy", type="overloaded_error")
    slept: list[float] = []
    client = RetryingClient(REMOTE_WIRES[connection.wire](connection), sleep=slept.append)
    assert play(client, asked(wire))[1].message.text == "At last"
    assert sum(slept) == pytest.approx(0.5)
    assert len(aimock.requests()) == 2


def test_all_attempts_of_a_call_carry_its_key(wire: str, connection: Connection, aimock: Aimock) -> None:
    aimock.reply({"content": "At last"})
    aimock.fail_once(529, message="busy", type="overloaded_error")
    client = RetryingClient(REMOTE_WIRES[connection.wire](connection), sleep=lambda _: None)
    play(client, replace(asked(wire), idempotency_key="run-writer-1"))
    assert [entry["headers"].get("idempotency-key") for entry in aimock.requests()] == ["run-writer-1"] * 2


def test_an_unreachable_service_is_reported_with_its_address(wire: str, connection: Connection) -> None:
    lost = replace(connection, base_url="http://127.0.0.1:9/v1")
    with pytest.raises(ProviderUnavailableError, match=r"could not be reached at http://127\.0\.0\.1:9"):
        play(REMOTE_WIRES[lost.wire](lost), asked(wire))
