"""The parts of chat completion pieces used in replies.

Narrower than the SDK's types, which cost ten times as much per piece, and wider where compatible services omit or add
fields. Source: chunk and completion objects of the OpenAI API reference.
"""

import json
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict

from tools.core.definitions import JsonObject

BESIDE_CALL = ("extra_content", "provider_specific_fields", "thought_signature")
"""Signatures of a call that services want back. Source: Google, "Thought signatures"; LiteLLM."""
BESIDE_TEXT = (
    "reasoning_content",
    "reasoning",
    "reasoning_details",
    "thinking_blocks",
    "extra_content",
    "provider_specific_fields",
)
"""Extra reply fields that services require back within a tool loop. Source: DeepSeek, "Thinking Mode"; OpenRouter,
"Reasoning Tokens"; vLLM, "Reasoning Outputs"; LiteLLM, "thinking blocks"; Google, "Thought signatures".
"""
_THOUGHTS = ("thinking", "redacted_thinking", "reasoning")
"""Types of parts of the content that are no answer."""


def _text_in(content: object) -> object:
    """Return the text of content that comes in parts; what else a service may send there is no text."""
    if isinstance(content, list):
        parts = (part for part in content if isinstance(part, dict) and part.get("type") not in _THOUGHTS)
        return "".join(str(part.get("text") or "") for part in parts)
    return content if isinstance(content, str) else None


def _as_json(arguments: object) -> object:
    return arguments if isinstance(arguments, str | None) else json.dumps(arguments, ensure_ascii=False)


class _Piece(BaseModel):
    model_config = ConfigDict(coerce_numbers_to_str=True)


class FunctionPiece(_Piece):
    name: str | None = None
    arguments: Annotated[str | None, BeforeValidator(_as_json)] = None


class CallPiece(_Piece):
    index: int | None = None
    id: str | None = None
    function: FunctionPiece | None = None
    extra_content: Any = None
    provider_specific_fields: Any = None
    thought_signature: Any = None

    @property
    def name(self) -> str:
        return (self.function.name if self.function else None) or ""

    @property
    def arguments(self) -> str:
        return (self.function.arguments if self.function else None) or ""

    @property
    def beside(self) -> JsonObject:
        found = {name: getattr(self, name) for name in BESIDE_CALL}
        return {name: value for name, value in found.items() if value is not None}


class ChatDelta(_Piece):
    content: Annotated[str | None, BeforeValidator(_text_in)] = None
    refusal: str | None = None
    reasoning_content: str | None = None
    reasoning: Annotated[str | None, BeforeValidator(lambda value: value if isinstance(value, str) else None)] = None
    reasoning_details: Any = None
    thinking_blocks: Any = None
    extra_content: Any = None
    provider_specific_fields: Any = None
    tool_calls: list[CallPiece] | None = None
    function_call: FunctionPiece | None = None
    """The one call of services that are older than `tool_calls`."""

    @property
    def calls(self) -> list[CallPiece]:
        if self.function_call is not None and not self.tool_calls:
            return [CallPiece(index=0, function=self.function_call)]
        return self.tool_calls or []

    @property
    def beside(self) -> JsonObject:
        found = {name: getattr(self, name) for name in BESIDE_TEXT}
        return {name: value for name, value in found.items() if value}


class ChatChoice(_Piece):
    delta: ChatDelta | None = None
    message: ChatDelta | None = None
    """The whole answer of a service that does not stream."""
    finish_reason: str | None = None


class CachedCounts(_Piece):
    cached_tokens: int | None = None


class TokenCounts(_Piece):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    prompt_tokens_details: CachedCounts | None = None
    prompt_cache_hit_tokens: int | None = None
    """DeepSeek's name of them."""

    @property
    def cached(self) -> int:
        counted = self.prompt_tokens_details.cached_tokens if self.prompt_tokens_details else None
        return min(counted or self.prompt_cache_hit_tokens or 0, self.prompt_tokens or 0)


class ChatChunk(_Piece):
    model: str | None = None
    choices: list[ChatChoice] | None = None
    usage: TokenCounts | None = None
    base_resp: Any = None
    """MiniMax's error report, with status 200."""
