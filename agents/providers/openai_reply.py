"""From the chunks of a chat completion to one reply, tolerant of what compatible services send.

Accepted: pieces without `index`, repeated ids and names, one index for several calls, whole arguments at once,
`finish_reason` "stop" with calls, chunks without choices, arguments as an object, text in parts, and the whole answer
of a service that does not stream. Source: chunk and completion objects of the OpenAI API reference.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from agents.core.messages import FinishReason, Message, ModelReply, ToolCallPart, Usage
from agents.providers.failures import failure
from agents.providers.openai_body import WIRE
from agents.providers.storable import storable
from tools.core.definitions import JsonObject

if TYPE_CHECKING:
    from openai import BaseModel
    from openai.types.chat import ChatCompletionChunk
    from openai.types.chat.chat_completion_chunk import Choice, ChoiceDeltaToolCall

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

    def add(self, chunk: "ChatCompletionChunk") -> Iterator[str]:
        self._begun = True
        self._model = chunk.model or self._model
        if chunk.usage is not None:
            self._usage = Usage(chunk.usage.prompt_tokens or 0, chunk.usage.completion_tokens or 0)
        for choice in (chunk.choices or [])[:1]:
            yield from self._add_choice(choice)

    def _add_choice(self, choice: "Choice") -> Iterator[str]:
        self._finish = choice.finish_reason or self._finish
        whole = _extra(choice, "message")
        if whole is not None:
            # Nothing comes behind a whole answer, whether or not it says why it ends.
            self._finish = self._finish or "stop"
            self._calls += [_whole_call(call) for call in whole.get("tool_calls") or []]
            yield from self._add_text(whole.get("content"), whole.get("refusal"), whole.get("reasoning_content"))
        elif choice.delta is not None:
            delta = choice.delta
            for piece in delta.tool_calls or []:
                self._add_piece(piece)
            yield from self._add_text(delta.content, delta.refusal, _extra(delta, "reasoning_content"))

    def _add_text(self, content: object, refusal: str | None, reasoning: str | None) -> Iterator[str]:
        self._reasoning.append(reasoning or "")
        self._refused = self._refused or bool(refusal)
        text = _text_of(content) or refusal
        if text:
            self._text.append(text)
            yield text

    def _add_piece(self, piece: "ChoiceDeltaToolCall") -> None:
        call = self._call_of(piece.index, piece.id or "")
        call.id = call.id or piece.id or ""
        if piece.function is not None:
            call.name = call.name or piece.function.name or ""
            call.arguments += _arguments_of(piece.function.arguments)
        extra = _extra(piece, "extra_content")
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
        return storable(ModelReply(message, self._reason(), self._usage, self._model), self._service)

    def _reason(self) -> FinishReason:
        if self._calls and self._finish != "length":
            return FinishReason.TOOL_CALLS
        return FinishReason.REFUSAL if self._refused else _REASONS.get(self._finish or "", FinishReason.OTHER)


def _whole_call(call: JsonObject) -> _Call:
    function = call.get("function") or {}
    extra = {"extra_content": call["extra_content"]} if call.get("extra_content") is not None else {}
    return _Call(call.get("id") or "", function.get("name") or "", _arguments_of(function.get("arguments")), extra)


def _extra(part: "BaseModel", name: str) -> Any:
    """Return a field that the SDK's type does not have."""
    return (part.model_extra or {}).get(name)


def _arguments_of(arguments: object) -> str:
    if arguments is None or isinstance(arguments, str):
        return arguments or ""
    return json.dumps(arguments, ensure_ascii=False)


def _text_of(content: object) -> str:
    if isinstance(content, list):
        return "".join(part.get("text") or "" for part in content if isinstance(part, dict))
    return content if isinstance(content, str) else ""
