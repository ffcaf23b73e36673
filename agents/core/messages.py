"""The conversation as data: messages and usage, the same for every provider. No framework, no vendor types."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal

from agents.core.attachments import FilePart
from tools.core.definitions import JsonObject
from tools.core.registered.files import StoredFile

# Sums of floats should not show their last bits.
COST_DIGITS = 10

Role = Literal["system", "user", "assistant", "tool"]


class FinishReason(StrEnum):
    """Why a model stopped; vendors' words are mapped onto these."""

    STOP = "stop"
    LENGTH = "length"
    TOOL_CALLS = "tool_calls"
    REFUSAL = "refusal"
    MAX_ROUNDS = "max_rounds"
    """No model's word: the rounds of a conversation were used up without an answer."""
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one or several model calls, and what they cost."""

    input_tokens: int = 0
    output_tokens: int = 0
    cost: float = 0.0
    """In the currency of the prices; 0 for models without a price."""
    cached_tokens: int = 0
    """Those of `input_tokens` that the service had in its cache."""
    estimated: bool = False
    """Some of it was counted by the length of the texts, since a service kept silent about it."""

    @classmethod
    def from_json(cls, stored: JsonObject) -> "Usage":
        """Read what `to_json` gave; what is 0 may be missing."""
        return cls(
            stored.get("input_tokens", 0),
            stored.get("output_tokens", 0),
            stored.get("cost", 0.0),
            stored.get("cached_tokens", 0),
            stored.get("estimated", False),
        )

    @property
    def tokens(self) -> int:
        return self.input_tokens + self.output_tokens

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            round(self.cost + other.cost, COST_DIGITS),
            self.cached_tokens + other.cached_tokens,
            self.estimated or other.estimated,
        )

    def to_json(self) -> JsonObject:
        """Return {input_tokens, output_tokens} and, where there is any, `cost`, `cached_tokens`, `estimated`."""
        tokens: JsonObject = {"input_tokens": self.input_tokens, "output_tokens": self.output_tokens}
        more = {"cost": self.cost, "cached_tokens": self.cached_tokens, "estimated": self.estimated}
        return tokens | {name: value for name, value in more.items() if value}


@dataclass(frozen=True, slots=True)
class ToolCallPart:
    """A call that a model asked for; `arguments` is the model's raw JSON text."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation.

    Assistant messages may have `tool_calls`; tool messages have `tool_call_id` and `is_error`. `raw` keeps the vendor's
    own content blocks, which some vendors require back unchanged (Anthropic thinking blocks, `reasoning_content`). User
    messages may have `files`. `thoughts` are shown to people and are not part of the conversation.
    """

    role: Role
    text: str = ""
    tool_calls: tuple[ToolCallPart, ...] = ()
    tool_call_id: str = ""
    is_error: bool = False
    raw: Any = field(default=None, compare=False)
    files: tuple[FilePart, ...] = ()
    thoughts: str = ""


@dataclass(frozen=True, slots=True)
class ModelReply:
    message: Message
    finish_reason: FinishReason
    usage: Usage
    model: str
    files: tuple[StoredFile, ...] = ()
    """Files made by the service, as stored here."""
