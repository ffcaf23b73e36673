"""A provider's options for every call of its models, and reasoning effort. Pure.

Source: reference pages of the vendors on thinking: OpenAI and Gemini `reasoning_effort`; Anthropic `thinking` and
`output_config`; DashScope and SiliconFlow `enable_thinking`; DeepSeek, Moonshot, Zhipu and Volcengine `thinking`;
OpenRouter `reasoning`; vLLM `chat_template_kwargs`.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from fnmatch import fnmatchcase
from math import inf
from typing import Any

from agents.core.effort import EFFORTS, RESERVED, Effort
from agents.core.prices import PRICES
from tools.core.definitions import JsonObject

MAX_BATCH = 2048

_BUDGETS = {"low": 1024, "medium": 2048, "high": 4096}
"""Tokens; less than the shortest limit that is sent by itself."""


@dataclass(frozen=True, slots=True)
class ProviderOptions:
    """Options of a provider, for all its models."""

    effort: Effort = ""
    body: JsonObject = field(default_factory=dict)
    """Further fields of the body of each call."""
    stream: bool = True
    """Answers come in pieces."""
    stream_usage: bool = True
    """`stream_options` may be sent."""
    embedding_batch: int | None = None
    """Most texts of one call for embeddings; None: as the preset has it."""
    input_price: float | None = None
    """Per million tokens, for models that have no model profile with a price; None: 0."""
    output_price: float | None = None
    cached_price: float | None = None
    """See `Capabilities.cached_price`."""

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "ProviderOptions":
        """Read what `to_json` gave; what is missing is as it is without options."""
        return cls(**stored)

    def to_json(self) -> JsonObject:
        return asdict(self)

    @property
    def capabilities(self) -> JsonObject:
        """Model capabilities that the options disable, and prices."""
        off = ({} if self.stream else {"streams": False}) | ({} if self.stream_usage else {"stream_usage": False})
        return off | {name: getattr(self, name) for name in PRICES if getattr(self, name) is not None}


def options_problem(options: ProviderOptions) -> str | None:
    """Return the name of the option that is wrong, or None."""
    if options.effort not in EFFORTS:
        return "effort"
    body: object = options.body
    if not isinstance(body, dict) or RESERVED & body.keys():
        return "body"
    if wrong := next((name for name in PRICES if not 0 <= (getattr(options, name) or 0) < inf), None):
        return wrong
    batch = options.embedding_batch
    return None if batch is None or 1 <= batch <= MAX_BATCH else "embedding_batch"


def effort_fields(preset: str, effort: Effort) -> JsonObject:
    """Return the fields of a body that ask the models of a service for so much thought."""
    if not effort:
        return {}
    return next(fields(effort) for pattern, fields in _FIELDS if fnmatchcase(preset, pattern))


def _anthropic(effort: str) -> JsonObject:
    if effort == "off":
        return {"thinking": {"type": "disabled"}}
    return {"thinking": {"type": "adaptive"}, "output_config": {"effort": effort}}


def _older_anthropic(effort: str) -> JsonObject:
    if effort == "off":
        return {"thinking": {"type": "disabled"}}
    return {"thinking": {"type": "enabled", "budget_tokens": _BUDGETS[effort]}}


def _dashscope(effort: str) -> JsonObject:
    if effort == "off":
        return {"enable_thinking": False}
    return {"enable_thinking": True, "thinking_budget": _BUDGETS[effort]}


def _switch(effort: str) -> JsonObject:
    return {"thinking": {"type": "disabled" if effort == "off" else "enabled"}}


_FIELDS: tuple[tuple[str, Callable[[str], JsonObject]], ...] = (
    ("anthropic", _anthropic),
    ("*anthropic", _older_anthropic),
    ("dashscope*", _dashscope),
    ("siliconflow", _dashscope),
    ("deepseek", _switch),
    ("moonshot*", _switch),
    ("zhipu*", _switch),
    ("volcengine", _switch),
    ("openrouter", lambda effort: {"reasoning": {"enabled": False} if effort == "off" else {"effort": effort}}),
    ("vllm", lambda effort: {"chat_template_kwargs": {"enable_thinking": effort != "off"}}),
    ("*", lambda effort: {"reasoning_effort": "none" if effort == "off" else effort}),
)
