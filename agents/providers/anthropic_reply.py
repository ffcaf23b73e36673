"""Builds a reply from an Anthropic event stream or whole message.

Source: Anthropic API, messages and streaming messages.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from agents.core.messages import FinishReason, Message, ModelReply, ToolCallPart, Usage
from agents.providers.anthropic_body import WIRE, parsed_input
from agents.providers.failures import failure, well_formed
from agents.providers.storable import storable
from agents.providers.stream_end import NOT_SEEN, StreamEnd

if TYPE_CHECKING:
    import anthropic
    from anthropic import BaseModel
    from anthropic.types import RawContentBlockDelta, RawMessageStreamEvent

_REASONS = {
    "end_turn": FinishReason.STOP,
    "stop_sequence": FinishReason.STOP,
    "max_tokens": FinishReason.LENGTH,
    "model_context_window_exceeded": FinishReason.LENGTH,
    "tool_use": FinishReason.TOOL_CALLS,
    "refusal": FinishReason.REFUSAL,
}
_PAUSED = "pause_turn"
_CALLS = frozenset({"tool_use", "server_tool_use"})
_INPUT_COUNTS = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")


class ReplyBuilder:
    """Collects events; `add` yields their text, `reply` returns the whole.

    Blocks are kept unchanged, including signed thinking blocks, which the service requires back.
    """

    def __init__(self, model: str, service: str, *, origin: str = "") -> None:
        self._model = model
        self._service = service
        self._origin = origin
        self._begun = False
        self._blocks: list[dict[str, Any]] = []
        self._inputs: list[list[str]] = []
        """Arguments of the calls among the blocks, by position."""
        self._places: dict[int | None, int] = {}
        """Position of each block by the service's latest index."""
        self._stop_reason: str | None = None
        self._is_complete = False
        self._input_tokens = self._cached_tokens = 0
        self._output_tokens = 0
        self._container: str | None = None

    @property
    def is_paused(self) -> bool:
        """True if the service expects a continuation."""
        return self._stop_reason == _PAUSED

    def add(self, event: "RawMessageStreamEvent") -> Iterator[str]:
        self._begun = True
        if event.type == "message_start":
            yield from self._start(event.message)
        elif event.type == "content_block_start":
            yield from self._add_block(event.index, event.content_block)
        elif event.type == "content_block_delta":
            yield from self._add_delta(event.index, event.delta)
        elif event.type == "message_delta":
            self._stop_reason = event.delta.stop_reason or self._stop_reason
            self._note_container(event.delta.container)
            self._count(event.usage)
        elif event.type == "message_stop":
            self._is_complete = True

    def _start(self, message: "anthropic.types.Message") -> Iterator[str]:
        """Begin the message, which is whole already where the service does not stream."""
        self._model = message.model or self._model
        self._stop_reason = message.stop_reason
        self._count(message.usage)
        self._note_container(message.container)
        for index, block in enumerate(message.content or []):
            yield from self._add_block(index, block)

    def _add_block(self, index: int | None, content: "BaseModel") -> Iterator[str]:
        block = {name: value for name, value in content.to_dict(warnings=False).items() if value is not None}
        self._places[index] = len(self._blocks)
        self._blocks.append(block)
        self._inputs.append([])
        if block["type"] == "text" and block.get("text"):
            yield str(block["text"])

    def _add_delta(self, index: int | None, delta: "RawContentBlockDelta") -> Iterator[str]:
        if index not in self._places:
            self._places[index] = len(self._blocks)
            self._blocks.append({"type": "text", "text": ""})
            self._inputs.append([])
        place = self._places[index]
        block = self._blocks[place]
        if delta.type == "text_delta":
            block["text"] = block.get("text", "") + delta.text
            yield delta.text
        elif delta.type == "input_json_delta":
            self._inputs[place].append(delta.partial_json or "")
        elif delta.type == "thinking_delta":
            block["thinking"] = block.get("thinking", "") + delta.thinking
        elif delta.type == "signature_delta":
            block["signature"] = block.get("signature", "") + delta.signature

    def _note_container(self, container: "anthropic.types.Container | None") -> None:
        if container:
            self._container = container.id

    def _count(self, usage: "BaseModel | None") -> None:
        """Take the counts of an event; those of a later event replace earlier ones."""
        counts = [getattr(usage, name, None) for name in _INPUT_COUNTS]
        if any(count is not None for count in counts):
            self._input_tokens = sum(count or 0 for count in counts) or self._input_tokens
            self._cached_tokens = counts[-1] or self._cached_tokens
        self._output_tokens = getattr(usage, "output_tokens", None) or self._output_tokens

    def reply(self, end: StreamEnd = NOT_SEEN) -> ModelReply:
        """Return the reply after `end`.

        Raises:
            ProviderStreamError: the stream ended early.
            ProviderUnavailableError: nothing in it belongs to this wire format.
        """
        if not self._is_complete and self._stop_reason is None:
            raise failure("stream" if self._begun else "silent" if end.was_stream else "form", self._service)
        with well_formed(self._service):
            return storable(self._reply(), self._service)

    def _reply(self) -> ModelReply:
        calls: list[ToolCallPart] = []
        content: list[dict[str, Any]] = []
        for block, pieces in zip(self._blocks, self._inputs, strict=True):
            if block["type"] in _CALLS:
                arguments = "".join(pieces) or _whole_input(block)
                if block["type"] == "tool_use":
                    calls.append(ToolCallPart(block.get("id") or "", block["name"], arguments))
                content.append(block | {"input": parsed_input(arguments)})
            elif block["type"] != "text" or block.get("text", "").strip():
                content.append(block)
        text = "".join(block.get("text", "") for block in self._blocks if block["type"] == "text")
        thoughts = "\n\n".join(block["thinking"] for block in self._blocks if block.get("thinking"))
        raw = {"wire": WIRE, "origin": self._origin, "content": content}
        raw |= {"container": self._container} if self._container else {}
        message = Message("assistant", text, tool_calls=tuple(calls), raw=raw, thoughts=thoughts)
        reason = _REASONS.get(self._stop_reason or "", FinishReason.STOP)
        usage = Usage(int(self._input_tokens), int(self._output_tokens), cached_tokens=int(self._cached_tokens))
        return ModelReply(message, reason, usage, self._model)


def _whole_input(block: dict[str, Any]) -> str:
    """Return what a service sends that does not stream the input of its calls."""
    given = block.get("input")
    if isinstance(given, str):
        return given
    return json.dumps(given, ensure_ascii=False) if given else ""


def whole_reply(parts: Sequence[ModelReply]) -> ModelReply:
    """Join a reply with those that went on with it, into the one turn that they are."""
    *earlier, last = parts
    if not earlier:
        return last
    raws = [part.message.raw for part in parts]
    raw = last.message.raw | {"content": [block for raw in raws for block in raw["content"]]}
    text = "".join(part.message.text for part in parts)
    thoughts = "\n\n".join(part.message.thoughts for part in parts if part.message.thoughts)
    message = replace(last.message, text=text, raw=raw, thoughts=thoughts)
    usage = sum((part.usage for part in earlier), last.usage)
    return replace(last, message=message, usage=usage)
