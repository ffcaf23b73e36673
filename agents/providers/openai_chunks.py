"""The pieces of a chat completion, as far as replies are made of them.

Narrower than the SDK's own types, whose objects cost ten times as much for each piece, and wider where compatible
services leave things out or add their own. Source: chunk and completion objects of the OpenAI API reference.
"""

import json
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict


def _text_in(content: object) -> object:
    """Return the text of content that comes in parts; what else a service may send there is no text."""
    if isinstance(content, list):
        return "".join(str(part.get("text") or "") for part in content if isinstance(part, dict))
    return content if isinstance(content, str) else None


def _as_json(arguments: object) -> object:
    """Return arguments that came as an object in the form of text."""
    return json.dumps(arguments, ensure_ascii=False) if isinstance(arguments, dict) else arguments


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
    """Google's signature of a call."""


class ChatDelta(_Piece):
    content: Annotated[str | None, BeforeValidator(_text_in)] = None
    refusal: str | None = None
    reasoning_content: str | None = None
    tool_calls: list[CallPiece] | None = None


class ChatChoice(_Piece):
    delta: ChatDelta | None = None
    message: ChatDelta | None = None
    """The whole answer of a service that does not stream."""
    finish_reason: str | None = None


class TokenCounts(_Piece):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


class ChatChunk(_Piece):
    model: str | None = None
    choices: list[ChatChoice] | None = None
    usage: TokenCounts | None = None
