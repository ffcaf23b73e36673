"""From the chunks of a chat completion to one reply, tolerant of what compatible services send.

Accepted: pieces without `index`, repeated ids and names, one index for several calls, whole arguments at once,
`finish_reason` "stop" with calls, chunks without choices, arguments as an object, text in parts, and the whole answer
of a service that does not stream. Source: chunk and completion objects of the OpenAI API reference.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from agents.core.messages import FinishReason, Message, ModelReply, ToolCallPart, Usage
from agents.providers.failures import failure
from agents.providers.openai_body import WIRE
from agents.providers.openai_chunks import CallPiece, ChatChoice, ChatChunk, ChatDelta
from agents.providers.storable import storable

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

    def add(self, piece: CallPiece) -> None:
        self.id = self.id or piece.id or ""
        if piece.function is not None:
            self.name = self.name or piece.function.name or ""
            self.arguments += piece.function.arguments or ""
        if piece.extra_content is not None:
            self.extra = {"extra_content": piece.extra_content}


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

    def add(self, event: object) -> Iterator[str]:
        """Take the JSON of one event.

        Raises:
            ValueError: it is no chunk.
        """
        chunk = ChatChunk.model_validate(event)
        self._begun = True
        self._model = chunk.model or self._model
        if chunk.usage is not None:
            self._usage = Usage(chunk.usage.prompt_tokens or 0, chunk.usage.completion_tokens or 0)
        for choice in (chunk.choices or [])[:1]:
            yield from self._add_choice(choice)

    def _add_choice(self, choice: ChatChoice) -> Iterator[str]:
        self._finish = choice.finish_reason or self._finish
        if choice.message is not None:
            # Nothing comes behind a whole answer, whether or not it says why it ends.
            self._finish = self._finish or "stop"
            for call in choice.message.tool_calls or []:
                self._calls.append(_Call())
                self._calls[-1].add(call)
            yield from self._add_text(choice.message)
        elif choice.delta is not None:
            for call in choice.delta.tool_calls or []:
                self._call_of(call.index, call.id or "").add(call)
            yield from self._add_text(choice.delta)

    def _add_text(self, delta: ChatDelta) -> Iterator[str]:
        self._reasoning.append(delta.reasoning_content or "")
        self._refused = self._refused or bool(delta.refusal)
        text = delta.content or delta.refusal
        if text:
            self._text.append(text)
            yield text

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
