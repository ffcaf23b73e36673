"""Services that send JSON of another form than they document: what cannot be read is their failure, no bug of ours."""

from typing import Any

import pytest

from agents.core.errors import ProviderUnavailableError
from agents.providers.presets import Wire
from tests.agents.providers.test_anthropic_messages import end
from tests.agents.providers.test_openai_chat import chunk
from tests.agents.providers.test_sdk_calls import answered
from tests.doubles.stream_server import Answer, named_sse, sse


def choice(**fields: Any) -> dict[str, Any]:
    return {"choices": [fields]}


def delta(**fields: Any) -> dict[str, Any]:
    return choice(delta=fields)


def started(**content: Any) -> dict[str, Any]:
    return {"type": "content_block_start", "index": 0, "content_block": content}


UNREADABLE: dict[Wire, list[Any]] = {
    "openai": [
        3,
        None,
        [],
        {"usage": 3},
        {"usage": {"prompt_tokens": "x"}},
        {"choices": {}},
        {"choices": [None]},
        {"choices": [3]},
        choice(delta="x"),
        choice(message=3),
        choice(message={"tool_calls": [3]}),
        choice(finish_reason=[]),
        delta(tool_calls="x"),
        delta(tool_calls=[3]),
        delta(tool_calls=[{"index": [], "function": {}}]),
        delta(tool_calls=[{"index": 0, "function": 3}]),
        delta(refusal=[]),
        delta(reasoning_content=[]),
    ],
    "anthropic": [
        {"type": "message_start"},
        {"type": "message_start", "message": 3},
        {"type": "message_start", "message": {"content": 3}},
        {"type": "message_start", "message": {"content": [3]}},
        {"type": "message_start", "message": {"usage": {"input_tokens": "x"}}},
        {"type": "content_block_start", "index": 0},
        {"type": "content_block_start", "index": [], "content_block": {"type": "text"}},
        started(),
        started(type=[]),
        started(type="tool_use"),
        started(type="tool_use", id=3),
        {"type": "content_block_delta", "index": 0, "delta": 3},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta"}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": 3}},
        {"type": "content_block_delta", "index": [], "delta": {"type": "text_delta", "text": "x"}},
        {"type": "message_delta", "delta": 3},
        {"type": "message_delta", "delta": {"container": 3}},
    ],
}


def ended(wire: Wire, event: Any) -> Answer:
    return sse(event, chunk("stop")) if wire == "openai" else named_sse(event, *end("end_turn"))


@pytest.mark.parametrize(("wire", "event"), [(wire, event) for wire, events in UNREADABLE.items() for event in events])
def test_an_event_that_cannot_be_read_is_a_failure_of_the_service(wire: Wire, event: Any) -> None:
    with pytest.raises(ProviderUnavailableError, match="Test service returned an invalid response"):
        answered(wire, ended(wire, event))


READABLE = [
    {},
    {"model": None, "choices": None, "usage": None},
    {"choices": []},
    {"id": 3, "model": 3, "choices": []},
    delta(content=None, refusal=None, tool_calls=None, reasoning_content=None),
    delta(content=3),
    delta(content={"type": "text"}),
    delta(content=["x", {"type": "text"}, {"type": "text", "text": None}]),
    choice(delta=None),
    choice(index="x", logprobs=3, delta={"role": 3, "audio": {}}),
]


@pytest.mark.parametrize("event", READABLE)
def test_what_is_missing_empty_or_unknown_is_no_failure(event: Any) -> None:
    assert answered("openai", ended("openai", event)).message.text == ""
