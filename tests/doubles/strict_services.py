"""Reported refusals of model services, as rules over a request body, and a server that applies them.

Each rule has the words of the service, and the place of the report.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler
from itertools import pairwise
from typing import Any

from tests.doubles.stream_server import Answer, StreamServer, refusal

Body = dict[str, Any]
_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")


@dataclass(frozen=True)
class Rule:
    """One refusal."""

    service: str
    words: str
    source: str
    is_broken: Callable[[Body], bool]


def _turns(body: Body) -> list[Body]:
    return [message for message in body["messages"] if message["role"] != "system"]


def _calls(body: Body) -> Iterator[Body]:
    for message in body["messages"]:
        yield from message.get("tool_calls") or ()


def _is_object(text: Any) -> bool:
    try:
        return isinstance(text, str) and isinstance(json.loads(text), dict)
    except ValueError:
        return False


def _is_unanswered(body: Body) -> bool:
    messages = body["messages"]
    for at, message in enumerate(messages):
        ids = [call["id"] for call in message.get("tool_calls") or ()]
        answers = [later.get("tool_call_id") for later in messages[at + 1 : at + 1 + len(ids)]]
        if ids != answers:
            return True
    return False


def _has_orphan(body: Body) -> bool:
    open_ids: list[str] = []
    for message in body["messages"]:
        if message["role"] == "tool":
            if message["tool_call_id"] not in open_ids:
                return True
            open_ids.remove(message["tool_call_id"])
        else:
            open_ids = [call["id"] for call in message.get("tool_calls") or ()]
    return False


def _repeats_ids(body: Body) -> bool:
    ids = [call["id"] for call in _calls(body)]
    return len(set(ids)) < len(ids)


def _repeats_roles(body: Body) -> bool:
    turns = _turns(body)
    pairs = pairwise(turns)
    return any(first["role"] == second["role"] != "tool" for first, second in pairs)


def _is_empty(message: Body) -> bool:
    content = message.get("content")
    return not (content.strip() if isinstance(content, str) else content)


def _has_empty_turn(body: Body) -> bool:
    return any(_is_empty(turn) and not turn.get("tool_calls") for turn in _turns(body))


def _thinks(text: str) -> bool:
    return re.match(r"\s*<think", text) is not None


def _has_thoughts(body: Body) -> bool:
    return any(_thinks(str(turn.get("content"))) for turn in _turns(body) if turn["role"] == "assistant")


def _lacks(name: str, turns: Sequence[Body]) -> bool:
    return any(name not in turn for turn in turns)


OPENAI: Sequence[Rule] = (
    Rule(
        "OpenAI",
        "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.",
        "https://github.com/agno-agi/agno/issues/3105",
        _is_unanswered,
    ),
    Rule(
        "OpenAI",
        "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
        "https://github.com/mistralai/mistral-inference/issues/135",
        _has_orphan,
    ),
    Rule(
        "OpenAI",
        "Invalid 'messages[2].tool_calls[0].id': string too long. Expected a string with maximum length 40.",
        "https://github.com/microsoft/autogen/issues/6377",
        lambda body: any(not 0 < len(call["id"]) <= 40 for call in _calls(body)),
    ),
    Rule(
        "OpenAI",
        "Invalid 'messages[1].tool_calls[0].function.name': string does not match pattern '^[a-zA-Z0-9_-]+$'.",
        "OpenAI API reference, function names",
        lambda body: any(not _NAME.fullmatch(call["function"]["name"]) for call in _calls(body)),
    ),
    Rule(
        "DashScope",
        'The "function.arguments" parameter of the code model must be in JSON format.',
        "https://github.com/HKUDS/nanobot/issues/1487",
        lambda body: any(not _is_object(call["function"]["arguments"]) for call in _calls(body)),
    ),
    Rule(
        "vLLM",
        "System message must be at the beginning.",
        "https://github.com/vllm-project/vllm/issues/41114",
        lambda body: any(message["role"] == "system" for message in body["messages"][1:]),
    ),
    Rule(
        "vLLM",
        "After the optional system message, conversation roles must alternate user/assistant/user/assistant/...",
        "https://github.com/vllm-project/vllm/issues/6862",
        lambda body: _turns(body)[0]["role"] != "user" or _repeats_roles(body),
    ),
    Rule(
        "Mistral",
        "Assistant message must have either content or tool_calls, but not none.",
        "Mistral API reference, chat completion",
        _has_empty_turn,
    ),
    Rule(
        "Mistral",
        "Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant",
        "https://github.com/0xPlaygrounds/rig/pull/1130",
        lambda body: body["messages"][-1]["role"] not in ("user", "tool"),
    ),
    Rule(
        "strict",
        "Two calls have one id.",
        "cases of conversations: ids of a turn differ",
        _repeats_ids,
    ),
    Rule("strict", "Thoughts were sent as text.", "cases of conversations: never sent again", _has_thoughts),
)
"""Possible refusals of any service of OpenAI's form."""

MISTRAL: Sequence[Rule] = (
    Rule(
        "Mistral",
        "Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length of 9.",
        "https://github.com/anomalyco/opencode/issues/1680",
        lambda body: any(not re.fullmatch(r"[a-zA-Z0-9]{9}", call["id"]) for call in _calls(body)),
    ),
    Rule(
        "Mistral",
        "Unexpected role 'user' after role 'tool'",
        "https://github.com/BerriAI/litellm/issues/6323",
        lambda body: any(
            (first["role"], second["role"]) == ("tool", "user")
            for first, second in zip(body["messages"], body["messages"][1:], strict=False)
        ),
    ),
)
DEEPSEEK: Sequence[Rule] = (
    Rule(
        "DeepSeek",
        "The `reasoning_content` in the thinking mode must be passed back to the API.",
        "https://github.com/openclaw/openclaw/issues/73417",
        lambda body: _lacks("reasoning_content", [turn for turn in _turns(body) if turn["role"] == "assistant"]),
    ),
)
GEMINI: Sequence[Rule] = (
    Rule(
        "Gemini",
        "Function call is missing a thought_signature in functionCall parts.",
        "https://github.com/Gitlawb/openclaude/issues/67",
        lambda body: _lacks(
            "extra_content", [turn["tool_calls"][0] for turn in _turns(body) if turn.get("tool_calls")]
        ),
    ),
)


def _blocks(body: Body, kind: str) -> Iterator[Body]:
    for message in body["messages"]:
        yield from (block for block in message["content"] if block["type"] == kind)


def _uses(message: Body) -> list[str]:
    return [block["id"] for block in message["content"] if block["type"] == "tool_use"]


def _results(message: Body) -> list[str]:
    return [block["tool_use_id"] for block in message["content"] if block["type"] == "tool_result"]


def _is_use_unanswered(body: Body) -> bool:
    messages = body["messages"]
    nexts = [*messages[1:], {"content": []}]
    return any(set(_uses(message)) - set(_results(later)) for message, later in zip(messages, nexts, strict=True))


def _has_result_orphan(body: Body) -> bool:
    messages = body["messages"]
    befores = [{"content": []}, *messages[:-1]]
    return any(set(_results(message)) - set(_uses(before)) for message, before in zip(messages, befores, strict=True))


def _all_uses(body: Body) -> list[str]:
    return [id_ for message in body["messages"] for id_ in _uses(message)]


ANTHROPIC: Sequence[Rule] = (
    Rule(
        "Anthropic",
        "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after.",
        "https://github.com/anthropics/claude-code/issues/8210",
        _is_use_unanswered,
    ),
    Rule(
        "Anthropic",
        "messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks.",
        "https://github.com/anthropics/claude-code/issues/18947",
        _has_result_orphan,
    ),
    Rule(
        "Anthropic",
        "messages: text content blocks must be non-empty",
        "https://github.com/aliasrobotics/cai/issues/182",
        lambda body: any(not block["text"].strip() for block in _blocks(body, "text")),
    ),
    Rule(
        "Anthropic",
        "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
        "Anthropic API reference, messages",
        lambda body: any(not _NAME.fullmatch(id_) for id_ in _all_uses(body)),
    ),
    Rule(
        "Anthropic",
        "messages.1.content.0.tool_use.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
        "Anthropic API reference, messages",
        lambda body: any(not _NAME.fullmatch(block["name"]) for block in _blocks(body, "tool_use")),
    ),
    Rule(
        "Anthropic",
        "messages.1.content.0.tool_use.input: Input should be a valid dictionary",
        "Anthropic API reference, messages",
        lambda body: any(not isinstance(block["input"], dict) for block in _blocks(body, "tool_use")),
    ),
    Rule(
        "Anthropic",
        "messages: `tool_use` ids must be unique",
        "Anthropic API reference, messages",
        lambda body: len(set(_all_uses(body))) < len(_all_uses(body)),
    ),
    Rule(
        "Anthropic",
        'messages: first message must use the "user" role; roles must alternate',
        "Anthropic API reference, messages, version 2023-06-01",
        lambda body: body["messages"][0]["role"] != "user" or _repeats_roles(body),
    ),
    Rule(
        "Anthropic",
        "This model does not support assistant message prefill. The conversation must end with a user message.",
        "Anthropic API, version 2026-10-21",
        lambda body: body["messages"][-1]["role"] != "user",
    ),
    Rule(
        "Anthropic",
        "Requests which have `tool_use` or `tool_result` blocks in `messages` must define tools.",
        "Anthropic API reference, tool use",
        lambda body: bool(_all_uses(body)) and not body.get("tools"),
    ),
    Rule(
        "strict",
        "Thoughts were sent as text.",
        "cases of conversations: never sent again",
        lambda body: any(
            _thinks(block["text"])
            for message in body["messages"]
            if message["role"] == "assistant"
            for block in message["content"]
            if block["type"] == "text"
        ),
    ),
)


class StrictService(StreamServer):
    """Refuses a body that breaks a rule; else gives its answers one after another, the last one again and again."""

    def __init__(self, rules: Sequence[Rule], answers: Sequence[Answer]) -> None:
        super().__init__(answers)
        self._rules = rules
        self._given = 0
        self.broken: list[Rule] = []

    def answer(self, handler: BaseHTTPRequestHandler, index: int) -> None:
        broken = [rule for rule in self._rules if rule.is_broken(self.bodies[index])]
        self.broken += broken
        if broken:
            body = {"error": {"message": broken[0].words, "type": "invalid_request_error"}}
            self.give(handler, refusal(400, body))
            return
        self.give(handler, self._answers[min(self._given, len(self._answers) - 1)])
        self._given += 1
