"""Waits for a service, and the words of its errors."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest

from agents.core.errors import (
    ProviderAuthError,
    ProviderError,
    ProviderQuotaError,
    ProviderRateLimitError,
    ProviderStreamError,
)
from agents.core.messages import FinishReason, Message
from agents.providers.base import ModelRequest, ReplyCompleted, StreamEvent
from agents.providers.connection import Connection
from agents.providers.openai_chat import OpenAIChatClient
from agents.providers.registry import REMOTE_WIRES
from agents.providers.retry import LONGEST_WAIT_S, RetryingClient
from tests.doubles.conversation import Flag
from tests.doubles.stream_server import Answer, refusal, sse, stream_server
from tools.core.call.retry_after import seconds_of
from tools.core.definitions import CancelToken, JsonObject

KEY = "sk-secret-0123456789"
ASK = ModelRequest(model="m-1", messages=(Message("user", "Hi"),))
NOW = datetime(2026, 6, 11, 12, 0, tzinfo=UTC)


def in_seconds(seconds: float) -> str:
    return format_datetime(NOW + timedelta(seconds=seconds), usegmt=True)


WAITS = {
    "seconds": ("7", 7.0),
    "a fraction": ("1.5", 1.5),
    "a date": (in_seconds(30), 30.0),
    "a date of before": (in_seconds(-30), 0.0),
    "a date without a zone": ("Thu, 11 Jun 2026 12:00:09", 9.0),
    "words": ("soon", None),
    "nothing": ("", None),
    "a long text": ("1" * 100, None),
}


@pytest.mark.parametrize(("named", "wait_s"), WAITS.values(), ids=WAITS.keys())
def test_a_wait_is_a_number_or_a_date(named: str, wait_s: float | None) -> None:
    assert seconds_of(named, NOW) == wait_s


RETRY_INFO = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "5s"}
HINTS: dict[str, tuple[Any, dict[str, str], float | None]] = {
    "Retry-After": ({"error": {"message": "slow"}}, {"retry_after": "7"}, 7),
    "retry-after-ms": ({"error": {"message": "slow"}}, {"retry_after_ms": "5000", "retry_after": "9"}, 5),
    "Google": ([{"error": {"code": 429, "message": "slow", "details": [RETRY_INFO]}}], {}, 5),
    "no hint": ({"error": {"message": "slow"}}, {}, None),
}


@pytest.mark.parametrize("wire", ["openai", "anthropic"])
@pytest.mark.parametrize(("body", "headers", "wait_s"), HINTS.values(), ids=HINTS.keys())
def test_the_wish_to_wait_is_found_wherever_it_is(
    wire: str, body: Any, headers: dict[str, str], wait_s: float | None
) -> None:
    with stream_server(refusal(429, body, **headers)) as server:
        url = server.url.removesuffix("/v1") if wire == "anthropic" else server.url
        client = REMOTE_WIRES[wire](Connection(wire, f"custom-{wire}", "Test service", url, KEY))  # type: ignore[arg-type,index]
        with pytest.raises(ProviderRateLimitError) as caught:
            list(client.stream(ASK, Flag()))
    assert caught.value.details.get("retry_after_s") == wait_s
    assert "slow" in caught.value.message


class Busy:
    """A model that is busy a number of times, then answers nothing more."""

    def __init__(self, times: int, **details: Any) -> None:
        self.times = times
        self.asked = 0
        self.details = {"status": 429, **details}

    def stream(self, request: ModelRequest, cancel: CancelToken) -> Iterator[StreamEvent]:
        self.asked += 1
        if self.asked <= self.times:
            raise ProviderRateLimitError("busy", details=self.details)
        yield from ()


class Timed(Flag):
    """The token of a node that has so much time left."""

    def __init__(self, time_left_s: float) -> None:
        super().__init__()
        self.time_left_s = time_left_s


PAUSES = {
    "no hint": (Busy(4), Flag(), 5, 0.5 + 1 + 2 + 4),
    "as asked": (Busy(2, retry_after_s=20.0), Flag(), 3, 40.0),
    "longer than a node has": (Busy(1, retry_after_s=20.0), Timed(10), 1, 0.0),
    "longer than anybody waits": (Busy(1, retry_after_s=600.0), Flag(), 1, 0.0),
    "a long wait that the node has time for": (Busy(1, retry_after_s=600.0), Timed(900), 2, 600.0),
}


@pytest.mark.parametrize(("model", "cancel", "asked", "waited_s"), PAUSES.values(), ids=PAUSES.keys())
def test_a_busy_service_is_waited_for_within_the_time_of_the_node(
    model: Busy, cancel: Flag, asked: int, waited_s: float
) -> None:
    slept: list[float] = []
    client = RetryingClient(model, sleep=slept.append)
    if model.asked + model.times >= asked:
        with pytest.raises(ProviderRateLimitError):
            list(client.stream(ASK, cancel))
    else:
        list(client.stream(ASK, cancel))
    assert model.asked == asked
    assert sum(slept) == pytest.approx(waited_s)


def test_a_service_that_stays_busy_is_left_after_two_minutes() -> None:
    slept: list[float] = []
    with pytest.raises(ProviderRateLimitError):
        list(RetryingClient(Busy(1000), sleep=slept.append).stream(ASK, Flag()))
    assert LONGEST_WAIT_S / 2 < sum(slept) <= LONGEST_WAIT_S


WORDS: dict[str, tuple[Answer, type[ProviderError], str]] = {
    "Google's list, 400": (
        refusal(400, [{"error": {"code": 400, "message": "API key not valid"}}]),  # type: ignore[arg-type]
        ProviderError,
        "API key not valid",
    ),
    "Google's list, 429": (
        refusal(429, [{"error": {"code": 429, "message": "quota of project 77"}}]),  # type: ignore[arg-type]
        ProviderRateLimitError,
        "quota of project 77",
    ),
    "MiniMax, 200": (
        refusal(200, {"choices": None, "base_resp": {"status_code": 1008, "status_msg": "insufficient balance"}}),
        ProviderQuotaError,
        "insufficient balance",
    ),
    "MiniMax, wrong key": (
        refusal(200, {"choices": None, "base_resp": {"status_code": 1004, "status_msg": "login fail"}}),
        ProviderAuthError,
        "API key",
    ),
    "MiniMax, in a stream": (
        sse({"choices": [], "base_resp": {"status_code": 1008, "status_msg": "insufficient balance"}}),
        ProviderQuotaError,
        "insufficient balance",
    ),
    "FastAPI": (refusal(422, {"detail": [{"msg": "field required"}]}), ProviderError, "field required"),
    "in a stream": (
        sse({"error": {"message": "quota exceeded for project 77", "code": 429}}),
        ProviderRateLimitError,
        "project 77",
    ),
    "only comments": (Answer([b": PROCESSING\n\n"]), ProviderStreamError, "without sending anything"),
    "only the end": (Answer([b"data: [DONE]\n\n"]), ProviderStreamError, "without sending anything"),
}


@pytest.mark.parametrize(("answer", "error", "words"), WORDS.values(), ids=WORDS.keys())
def test_errors_keep_the_words_of_the_service(answer: Answer, error: type[ProviderError], words: str) -> None:
    with stream_server(answer) as server:
        client = OpenAIChatClient(Connection("openai", "custom-openai", "Test service", server.url, KEY))
        with pytest.raises(error) as caught:
            list(client.stream(ASK, Flag()))
    assert words in caught.value.message


CALL = {"index": 0, "id": "c1", "function": {"name": "note", "arguments": "{}"}}
DONE: dict[str, tuple[JsonObject, str, int]] = {
    "text": ({"content": "Hello"}, "Hello", 0),
    "a call": ({"tool_calls": [CALL]}, "", 1),
}


@pytest.mark.parametrize(("delta", "text", "calls"), DONE.values(), ids=DONE.keys())
def test_the_end_of_the_stream_is_as_good_as_a_reason(delta: JsonObject, text: str, calls: int) -> None:
    with stream_server(sse({"choices": [{"index": 0, "delta": delta}]})) as server:
        client = OpenAIChatClient(Connection("openai", "custom-openai", "Test service", server.url, KEY))
        *_, last = client.stream(ASK, Flag())
    assert isinstance(last, ReplyCompleted)
    assert (last.reply.message.text, len(last.reply.message.tool_calls)) == (text, calls)
    assert last.reply.finish_reason is (FinishReason.TOOL_CALLS if calls else FinishReason.STOP)


def test_cached_tokens_are_known() -> None:
    usage = {"prompt_tokens": 10_000, "completion_tokens": 2, "prompt_tokens_details": {"cached_tokens": 9_000}}
    chunk = {"choices": [{"index": 0, "delta": {"content": "ok"}, "finish_reason": "stop"}], "usage": usage}
    with stream_server(sse(chunk)) as server:
        client = OpenAIChatClient(Connection("openai", "custom-openai", "Test service", server.url, KEY))
        *_, last = client.stream(ASK, Flag())
    assert isinstance(last, ReplyCompleted)
    assert json.dumps(last.reply.usage.to_json()) == json.dumps(
        {"input_tokens": 10_000, "output_tokens": 2, "cached_tokens": 9_000}
    )
