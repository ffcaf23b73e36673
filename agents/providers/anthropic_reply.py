"""From the events of an Anthropic message stream, or one whole message, to one reply.

Source: Anthropic API, messages and streaming messages.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from agents.core.messages import FinishReason, Message, ModelReply, ToolCallPart, Usage
from agents.providers.anthropic_body import WIRE, parsed_input
from agents.providers.failures import failure
from tools.core.definitions import JsonObject

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
    """Collects events; `add` yields the text in them, `reply` returns the whole.

    The blocks are kept as the service sent them, thinking blocks with their signatures included: it wants them back.
    """

    def __init__(self, model: str, service: str) -> None:
        self._model = model
        self._service = service
        self._begun = False
        self._blocks: dict[int, dict[str, Any]] = {}
        self._inputs: dict[int, str] = {}
        self._stop_reason: str | None = None
        self._is_complete = False
        self._input_tokens = 0
        self._output_tokens = 0
        self._container: str | None = None

    @property
    def is_paused(self) -> bool:
        """Whether the service wants to be asked to go on."""
        return self._stop_reason == _PAUSED

    def add(self, event: JsonObject) -> Iterator[str]:
        self._begun = True
        kind = event.get("type")
        if kind == "message_start":
            self._model = event["message"].get("model") or self._model
            self._count(event["message"].get("usage"))
            self._note_container(event["message"])
        elif kind == "content_block_start":
            block = {name: value for name, value in event["content_block"].items() if value is not None}
            self._blocks[event["index"]] = block
            if block.get("text"):
                yield block["text"]
        elif kind == "content_block_delta":
            yield from self._add_delta(event["index"], event["delta"])
        elif kind == "message_delta":
            self._stop_reason = event["delta"].get("stop_reason") or self._stop_reason
            self._note_container(event["delta"])
            self._count(event.get("usage"))
        elif kind == "message_stop":
            self._is_complete = True
        elif kind == "message":
            yield from self._add_whole(event)

    def _add_whole(self, message: JsonObject) -> Iterator[str]:
        """Take the answer of a service that does not stream."""
        self._model = message.get("model") or self._model
        self._stop_reason, self._is_complete = message.get("stop_reason"), True
        self._count(message.get("usage"))
        self._note_container(message)
        for index, block in enumerate(message.get("content") or []):
            self._blocks[index] = {name: value for name, value in block.items() if value is not None}
            if block["type"] in _CALLS:
                self._inputs[index] = json.dumps(block.get("input") or {}, ensure_ascii=False)
            if block["type"] == "text" and block.get("text"):
                yield block["text"]

    def _add_delta(self, index: int, delta: JsonObject) -> Iterator[str]:
        block = self._blocks.setdefault(index, {"type": "text", "text": ""})
        kind = delta.get("type")
        if kind == "text_delta":
            block["text"] = block.get("text", "") + delta["text"]
            yield delta["text"]
        elif kind == "input_json_delta":
            self._inputs[index] = self._inputs.get(index, "") + delta["partial_json"]
        elif kind == "thinking_delta":
            block["thinking"] = block.get("thinking", "") + delta["thinking"]
        elif kind == "signature_delta":
            block["signature"] = block.get("signature", "") + delta["signature"]

    def _note_container(self, holder: JsonObject) -> None:
        if container := holder.get("container"):
            self._container = container["id"]

    def _count(self, usage: JsonObject | None) -> None:
        """Take the counts that the event tells; those of a later event replace earlier ones."""
        counts = usage or {}
        told = [counts.get(name) for name in _INPUT_COUNTS]
        if any(count is not None for count in told):
            self._input_tokens = sum(count or 0 for count in told) or self._input_tokens
        self._output_tokens = counts.get("output_tokens") or self._output_tokens

    def reply(self) -> ModelReply:
        """Return the reply.

        Raises:
            ProviderStreamError: the stream ended before the service said that it was finished.
            ProviderUnavailableError: there was nothing in it that this wire format knows.
        """
        if not self._is_complete and self._stop_reason is None:
            raise failure("stream" if self._begun else "form", self._service)
        calls: list[ToolCallPart] = []
        content: list[dict[str, Any]] = []
        for index, block in sorted(self._blocks.items()):
            if block["type"] in _CALLS:
                arguments = self._inputs.get(index, "")
                if block["type"] == "tool_use":
                    calls.append(ToolCallPart(block["id"], block["name"], arguments))
                content.append(block | {"input": parsed_input(arguments) or block.get("input") or {}})
            elif block["type"] != "text" or block.get("text", "").strip():
                content.append(block)
        text = "".join(block.get("text", "") for block in self._blocks.values() if block["type"] == "text")
        raw = {"wire": WIRE, "content": content} | ({"container": self._container} if self._container else {})
        message = Message("assistant", text, tool_calls=tuple(calls), raw=raw)
        reason = _REASONS.get(self._stop_reason or "", FinishReason.STOP)
        return ModelReply(message, reason, Usage(self._input_tokens, self._output_tokens), self._model)


def whole_reply(parts: Sequence[ModelReply]) -> ModelReply:
    """Join a reply with those that went on with it, into the one turn that they are."""
    *earlier, last = parts
    if not earlier:
        return last
    raws = [part.message.raw for part in parts]
    raw = last.message.raw | {"content": [block for raw in raws for block in raw["content"]]}
    message = replace(last.message, text="".join(part.message.text for part in parts), raw=raw)
    usage = sum((part.usage for part in earlier), last.usage)
    return replace(last, message=message, usage=usage)
