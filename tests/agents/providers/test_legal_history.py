"""Whatever a history holds, what goes out is legal: from clients, and from what services have sent."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from agents.core.attachments import FilePart
from agents.core.errors import AttachmentError
from agents.core.messages import FinishReason, Message, ToolCallPart
from agents.loop.openai_messages import read_history
from agents.providers.anthropic_body import message_body
from agents.providers.base import ModelRequest
from agents.providers.capabilities import capabilities_of
from agents.providers.legal_history import HistoryRules, legal_history
from agents.providers.openai_body import chat_body
from agents.providers.openai_reply import ReplyBuilder
from tests.doubles.strict_services import ANTHROPIC, DEEPSEEK, GEMINI, MISTRAL, OPENAI, Rule
from tools.core.definitions import JsonObject

_TEXTS = ("", " ", "Hi", "你好", "<think>plan</think>Yes", "plan</think>\n\nYes", "<think>never ends", "…")
_IDS = ("", "a", "a", "b", "call_1", "x" * 90, "functions.record:0", "标识", "two words")
_NAMES = ("record_day", "note", "", "记录", "two words", "n" * 90, "a.b/c")
_ARGUMENTS = (
    "",
    "{}",
    '{"day": 1}',
    "null",
    "[]",
    "[1]",
    '{"day": ',
    '"text"',
    "{}{}",
    '"{\\"a\\": 1}"',
    "NaN",
    " { } ",
)
_PRESETS = {"custom-openai": OPENAI, "deepseek": (*OPENAI, *DEEPSEEK), "gemini": (*OPENAI, *GEMINI)}


def _client_messages(random: Random) -> list[JsonObject]:
    """Return messages as clients send them, calls and results in any order."""
    return [_client_message(random) for _ in range(random.randint(1, 9))]


def _client_message(random: Random) -> JsonObject:
    role = random.choice(("system", "developer", "user", "user", "assistant", "assistant", "assistant", "tool", "tool"))
    message: JsonObject = {"role": role, "content": random.choice((*_TEXTS, None, [{"type": "text", "text": "Hi"}]))}
    if role == "assistant" and random.random() < 0.7:
        message["tool_calls"] = [_client_call(random) for _ in range(random.randint(1, 3))]
    if role == "tool":
        message["tool_call_id"] = random.choice((*_IDS, None))
    return message


def _client_call(random: Random) -> JsonObject:
    arguments = random.choice((*_ARGUMENTS, None, {}, {"day": 1}, [1]))
    return {"id": random.choice((*_IDS, None)), "function": {"name": random.choice(_NAMES), "arguments": arguments}}


def _served_messages(random: Random) -> list[Message]:
    """Return a conversation with replies that a service has sent in pieces, with a result for each call."""
    messages = [Message("user", random.choice(_TEXTS))]
    for _ in range(random.randint(1, 4)):
        reply = _reply(random)
        if random.random() < 0.2:
            reply = Message("assistant", reply.text, raw=reply.raw)
        messages.append(reply)
        messages += [Message("tool", random.choice(_TEXTS), tool_call_id=call.id) for call in reply.tool_calls]
        if random.random() < 0.4:
            messages.append(Message("user", random.choice(_TEXTS)))
    return messages


def _reply(random: Random) -> Message:
    builder = ReplyBuilder("m-1", "Test service", origin="here", names=_NAMES)
    for _ in range(random.randint(0, 5)):
        delta: JsonObject = {"content": random.choice((*_TEXTS, None))}
        if random.random() < 0.7:
            delta["tool_calls"] = [_piece(random) for _ in range(random.randint(1, 2))]
        if random.random() < 0.3:
            delta[random.choice(("reasoning", "reasoning_content"))] = "I think"
        list(builder.add({"choices": [{"index": 0, "delta": delta, "finish_reason": None}]}))
    finish = random.choice(("stop", "tool_calls", "length", "content_filter"))
    list(builder.add({"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]}))
    return builder.reply().message


def _piece(random: Random) -> JsonObject:
    whole: JsonObject = {
        "index": random.choice((0, 0, 1, None)),
        "id": random.choice((*_IDS, None)),
        "function": {"name": random.choice((*_NAMES, None)), "arguments": random.choice((*_ARGUMENTS, None, {}))},
    }
    return {name: value for name, value in whole.items() if random.random() < 0.9}


def _broken(messages: Any) -> Iterator[Rule]:
    request = ModelRequest("m-1", tuple(messages))
    for preset, rules in _PRESETS.items():
        body = chat_body(request, capabilities_of(preset, "m-1"), origin="here")
        yield from (rule for rule in rules if rule.is_broken(body))
    body = chat_body(request, capabilities_of("openrouter", "mistralai/mistral-large"), origin="here")
    yield from (rule for rule in (*OPENAI, *MISTRAL) if rule.is_broken(body))
    body = message_body(request, capabilities_of("custom-anthropic", "m-1"), origin="here")
    yield from (rule for rule in ANTHROPIC if rule.is_broken(body))
    # What is legal stays as it is.
    once = legal_history(messages, HistoryRules())
    assert legal_history(once, HistoryRules()) == once


def _no_file(file_id: str) -> FilePart:
    raise AttachmentError("There are no files here.")


SIZE = 100
BATCHES = [pytest.param(seed, id=f"{seed * SIZE}") for seed in range(20)]


@pytest.mark.everyday_rows(1)
@pytest.mark.parametrize("batch", BATCHES)
def test_no_history_of_a_client_is_refused(batch: int) -> None:
    for seed in range(batch * SIZE, (batch + 1) * SIZE):
        given = _client_messages(Random(seed))  # noqa: S311  nothing is kept secret with it
        assert list(_broken(read_history(given, _no_file))) == [], (seed, given)


@pytest.mark.everyday_rows(1)
@pytest.mark.parametrize("batch", BATCHES)
def test_no_history_of_what_services_sent_is_refused(batch: int) -> None:
    for seed in range(batch * SIZE, (batch + 1) * SIZE):
        messages = _served_messages(Random(seed))  # noqa: S311  nothing is kept secret with it
        assert list(_broken(messages)) == [], (seed, messages)


LEGAL = (
    Message("system", "Be brief."),
    Message("user", "Hi"),
    Message("assistant", "", tool_calls=(ToolCallPart("c1", "note", '{"a": 1}'),)),
    Message("tool", "done", tool_call_id="c1"),
    Message("assistant", "Done."),
    Message("user", "Thanks"),
)


def test_a_legal_history_stays_as_it_is() -> None:
    assert legal_history(LEGAL, HistoryRules()) == LEGAL


def test_a_call_without_a_result_gets_one() -> None:
    made = legal_history((*LEGAL[:3], Message("user", "What now?")), HistoryRules())
    assert [turn.role for turn in made] == ["system", "user", "assistant", "tool", "user"]
    assert "not run" in made[3].text
    assert made[3].is_error


def test_files_stay_with_neighbours_that_are_joined() -> None:
    file = FilePart("a.png", "image/png", "cG5n")
    request = ModelRequest("m", (Message("user", "See"), Message("user", "this", files=(file,))))
    content = chat_body(request, capabilities_of("custom-openai", "m"))["messages"][0]["content"]
    assert [part["type"] for part in content] == ["image_url", "text"]
    assert content[1]["text"] == "See\n\nthis"


def test_finish_reasons_of_all_services_are_known() -> None:
    builder = ReplyBuilder("m", "Test service")
    list(builder.add(json.loads('{"choices": [{"delta": {}, "finish_reason": "sensitive"}]}')))
    assert builder.reply().finish_reason is FinishReason.REFUSAL
