"""From the chunks of a chat completion to one reply, tolerant of what compatible services send.

Accepted: pieces without `index`, repeated ids and names, one index for several calls, whole arguments at once,
`finish_reason` "stop" with calls, chunks without choices, arguments as an object, text in parts, and the whole answer
of a service that does not stream. Source: chunk and completion objects of the OpenAI API reference.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from agents.core.messages import FinishReason, Message, ModelReply, ToolCallPart, Usage
from agents.providers.failures import failure
from agents.providers.openai_body import WIRE
from tools.core.definitions import JsonObject

_REASONS = {
    "stop": FinishReason.STOP,
    "length": FinishReason.LENGTH,
    "tool_calls": FinishReason.TOOL_CALLS,
    "function_call": FinishReason.TOOL_CALLS,
    "content_filter": FinishReason.REFUSAL,
}


@dataclass(slots=True)
class _Call:
    id: str = ""
    name: str = ""
    arguments: str = ""
    extra: dict[str, Any] = field(default_factory=dict)


class ReplyBuilder:
    """Collects chunks; `add` yields the text in them, `reply` returns the whole."""

    def __init__(self, model: str, service: str) -> None:
        self._model = model
        self._service = service
        self._text: list[str] = []
        self._reasoning: list[str] = []
        self._calls: list[_Call] = []
        self._by_index: dict[int, _Call] = {}
        self._begun = False
        self._finish: str | None = None
        self._refused = False
        self._usage = Usage()

    def add(self, chunk: JsonObject) -> Iterator[str]:
        self._begun = True
        self._model = chunk.get("model") or self._model
        usage = chunk.get("usage")
        if usage is not None:
            self._usage = Usage(usage.get("prompt_tokens") or 0, usage.get("completion_tokens") or 0)
        for choice in (chunk.get("choices") or [])[:1]:
            yield from self._add_choice(choice)

    def _add_choice(self, choice: JsonObject) -> Iterator[str]:
        self._finish = choice.get("finish_reason") or self._finish
        delta, whole = choice.get("delta"), choice.get("message")
        if delta is None and whole is not None:
            # Nothing comes behind a whole answer, whether or not it says why it ends.
            self._finish = self._finish or "stop"
            delta = {**whole, "tool_calls": None}
            self._calls += [_whole_call(call) for call in whole.get("tool_calls") or []]
        if delta is None:
            return
        self._reasoning.append(delta.get("reasoning_content") or "")
        for piece in delta.get("tool_calls") or []:
            self._add_piece(piece)
        if delta.get("refusal"):
            self._refused = True
        text = _text_of(delta.get("content")) or delta.get("refusal")
        if text:
            self._text.append(text)
            yield text

    def _add_piece(self, piece: JsonObject) -> None:
        call = self._call_of(piece.get("index"), piece.get("id") or "")
        call.id = call.id or piece.get("id") or ""
        function = piece.get("function") or {}
        call.name = call.name or function.get("name") or ""
        call.arguments += _arguments_of(function)
        extra = piece.get("extra_content")
        if extra is not None:
            call.extra = {"extra_content": extra}

    def _call_of(self, index: int | None, id_: str) -> _Call:
        known = self._calls[-1] if index is None and self._calls else self._by_index.get(-1 if index is None else index)
        if known is not None and not (id_ and known.id and id_ != known.id):
            return known
        same = next((call for call in self._calls if id_ and call.id == id_), None)
        call = same or _Call()
        if same is None:
            self._calls.append(call)
        if index is not None:
            self._by_index[index] = call
        return call

    def reply(self) -> ModelReply:
        """Return the reply.

        Raises:
            ProviderStreamError: the stream ended before the service said that it was finished.
            ProviderUnavailableError: there was nothing in it that this wire format knows.
        """
        if self._finish is None:
            raise failure("stream" if self._begun else "form", self._service)
        calls = tuple(ToolCallPart(call.id, call.name, call.arguments) for call in self._calls)
        raw: dict[str, Any] = {"wire": WIRE}
        if any(self._reasoning):
            raw["reasoning_content"] = "".join(self._reasoning)
        if any(call.extra for call in self._calls):
            raw["call_extras"] = [call.extra for call in self._calls]
        message = Message("assistant", "".join(self._text), tool_calls=calls, raw=raw if len(raw) > 1 else None)
        return ModelReply(message, self._reason(), self._usage, self._model)

    def _reason(self) -> FinishReason:
        if self._calls and self._finish != "length":
            return FinishReason.TOOL_CALLS
        return FinishReason.REFUSAL if self._refused else _REASONS.get(self._finish or "", FinishReason.OTHER)


def _whole_call(call: JsonObject) -> _Call:
    function = call.get("function") or {}
    extra = {"extra_content": call["extra_content"]} if call.get("extra_content") is not None else {}
    return _Call(call.get("id") or "", function.get("name") or "", _arguments_of(function), extra)


def _arguments_of(function: JsonObject) -> str:
    arguments = function.get("arguments") or ""
    return arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)


def _text_of(content: Any) -> str:
    if isinstance(content, list):
        return "".join(part.get("text") or "" for part in content if isinstance(part, dict))
    return content if isinstance(content, str) else ""
