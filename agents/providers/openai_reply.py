"""Builds a reply from chat completion chunks, tolerant of compatible services.

Accepted: calls in any pieces (`call_pieces`), `finish_reason` "stop" with calls or none before `[DONE]`, chunks without
choices, text in parts, errors with status 200, and unstreamed answers.
Source: chunk and completion objects of the OpenAI API reference.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from agents.core.messages import FinishReason, Message, ModelReply, ToolCallPart, Usage
from agents.providers.beside_text import BesideText, thoughts_in
from agents.providers.call_pieces import StreamedCalls
from agents.providers.failures import failure
from agents.providers.http_errors import Refusal, error_for
from agents.providers.openai_body import WIRE
from agents.providers.openai_chunks import ChatChoice, ChatChunk, ChatDelta
from agents.providers.sdk_errors import STATUS_OF_KIND
from agents.providers.storable import storable
from agents.providers.stream_end import NOT_SEEN, StreamEnd

_REASONS = {
    "stop": FinishReason.STOP,
    "length": FinishReason.LENGTH,
    "max_tokens": FinishReason.LENGTH,
    "tool_calls": FinishReason.TOOL_CALLS,
    "function_call": FinishReason.TOOL_CALLS,
    "content_filter": FinishReason.REFUSAL,
    "safety": FinishReason.REFUSAL,
    "sensitive": FinishReason.REFUSAL,
    "refusal": FinishReason.REFUSAL,
}
"""`sensitive` is Zhipu's word, `safety` Google's."""
_FAULT_STATUS = 400
"""Status of errors sent as 200 with the service's own code."""


class ReplyBuilder:
    """Collects chunks; `add` yields their text, `reply` returns the whole.

    `origin` names service and model; their extra fields are returned to no other. `names` are the offered functions.
    """

    def __init__(self, model: str, service: str, *, origin: str = "", names: Iterable[str] = ()) -> None:
        self._model = model
        self._service = service
        self._origin = origin
        self._text: list[str] = []
        self._beside = BesideText()
        self._calls = StreamedCalls(names)
        self._has_event = False
        self._finish: str | None = None
        self._refused = False
        self._usage = Usage()

    def add(self, event: object) -> Iterator[str]:
        """Take the JSON of one event.

        Raises:
            ValueError: it is not a chunk.
            ProviderError: the service reports an error in it.
        """
        chunk = ChatChunk.model_validate(event)
        self._has_event = True
        if not chunk.choices and isinstance(chunk.base_resp, dict):
            self._check_base_resp(chunk.base_resp)
        self._model = chunk.model or self._model
        if chunk.usage is not None:
            counts = chunk.usage
            self._usage = Usage(counts.prompt_tokens or 0, counts.completion_tokens or 0, cached_tokens=counts.cached)
        for choice in (chunk.choices or [])[:1]:
            yield from self._add_choice(choice)

    def _check_base_resp(self, reported: dict[str, Any]) -> None:
        """Raise the error that MiniMax reports in the place of an answer."""
        code = reported.get("status_code")
        if code not in (None, 0):
            status = STATUS_OF_KIND.get(str(code), _FAULT_STATUS)
            words = str(reported.get("status_msg") or "")
            raise error_for(Refusal(status=status, service=self._service, kind=str(code), message=words))

    def _add_choice(self, choice: ChatChoice) -> Iterator[str]:
        self._finish = choice.finish_reason or self._finish
        if choice.message is not None:
            # Nothing comes behind a whole answer, whether or not it says why it ends.
            self._finish = self._finish or "stop"
            self._calls.add_whole(choice.message.calls)
            yield from self._add_text(choice.message)
        elif choice.delta is not None:
            self._calls.add(choice.delta.calls)
            yield from self._add_text(choice.delta)

    def _add_text(self, delta: ChatDelta) -> Iterator[str]:
        self._beside.add(delta.beside)
        self._refused = self._refused or bool(delta.refusal)
        text = delta.content or delta.refusal
        if text:
            self._text.append(text)
            yield text

    def reply(self, end: StreamEnd = NOT_SEEN) -> ModelReply:
        """Return the reply after `end`.

        Raises:
            ProviderStreamError: the stream ended early, or was empty.
            ProviderUnavailableError: nothing in it belongs to this wire format.
        """
        beside = self._beside.fields()
        if self._finish is None:
            if not (self._text or self._calls.found or beside):
                raise failure("stream" if self._has_event else "silent" if end.was_stream else "form", self._service)
            if not end.is_done:
                raise failure("stream", self._service)
        calls = tuple(ToolCallPart(call.id, call.name, call.arguments) for call in self._calls.found)
        raw: dict[str, Any] = dict(beside)
        if any(call.extra for call in self._calls.found):
            raw["call_extras"] = [call.extra for call in self._calls.found]
        message = Message(
            "assistant",
            "".join(self._text),
            tool_calls=calls,
            raw={"wire": WIRE, "origin": self._origin, **raw} if raw else None,
            thoughts=thoughts_in(beside),
        )
        return storable(ModelReply(message, self._reason(), self._usage, self._model), self._service)

    def _reason(self) -> FinishReason:
        finish = (self._finish or "stop").lower()
        if self._calls.found and finish != "length":
            return FinishReason.TOOL_CALLS
        return FinishReason.REFUSAL if self._refused else _REASONS.get(finish, FinishReason.OTHER)
