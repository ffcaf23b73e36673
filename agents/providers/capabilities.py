"""Model capabilities as data: rules by preset and model name, the last match wins. No I/O.

Source: vendors' references as of November 2026 (OpenAI and Anthropic SDKs, DashScope, DeepSeek, Moonshot, Zhipu). Where
models differ or are undocumented, the rule that never causes a refused request is chosen.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import Any, Literal

from agents.providers.legal_history import CallIds, HistoryRules


@dataclass(frozen=True, slots=True)
class Capabilities:
    takes_temperature: bool = True
    """Also covers `top_p`, which services refuse in combination."""
    takes_stop: bool = True
    """Ends an answer before given texts."""
    takes_seed: bool = True
    """Answers alike to the same seed, as far as it can."""
    token_limit_field: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"  # noqa: S105  a field's name
    default_max_tokens: int | None = None
    """Sent when the caller sets no limit, for APIs that require one."""
    takes_strict: bool = False
    """`strict: true` on functions and answer schemas that are closed."""
    native_tools: bool = True
    """Has tool calls of its own; otherwise they go as text, see `agents.providers.text_protocol`."""
    forced_tool_choice: bool = True
    """Accepts `required` and named choices; otherwise `auto` is sent and the loop reminds the model."""
    takes_tool_choice: bool = True
    """Knows the field; else it is left out, which means `auto`."""
    tool_choice_none: bool = True
    """Accepts `none`; otherwise the functions are left out."""
    parallel_tool_calls: bool | None = None
    """Sent as it is; None leaves the vendor's default."""
    streams: bool = True
    """Sends its answers in pieces; else they come whole."""
    stream_usage: bool = True
    """Supports `stream_options`, and reports usage only with it."""
    json_output: Literal["schema", "object", "none"] = "object"
    """Strictest supported JSON mode; the schema is in the system prompt anyway."""
    returns_reasoning: bool = False
    """Insists on `reasoning_content` in each turn of the model, empty where none came."""
    wants_signatures: bool = False
    """Insists on a signature of the first call of each turn."""
    call_ids: CallIds = "any"
    """Ids of calls that it accepts."""
    user_after_results: bool = True
    """See `HistoryRules`."""
    hosts_skills: bool = False
    """Runs skills in containers of its own, by their ids."""
    input_price: float = 0.0
    """Per million tokens, in the installation's currency; prices change too often to be built in."""
    output_price: float = 0.0
    """As above, for the tokens that the model writes."""
    cached_price: float | None = None
    """As above, for tokens of the input that the service had in its cache; None: as the others."""

    @property
    def history(self) -> HistoryRules:
        return HistoryRules(self.call_ids, self.user_after_results)


@dataclass(frozen=True, slots=True)
class CapabilityRule:
    """Overrides for models with a preset and name that match the shell patterns (`*`, `?`, `[…]`, lower case)."""

    preset: str
    model: str
    changes: Mapping[str, Any] = field(default_factory=dict)

    def applies_to(self, preset: str, model: str) -> bool:
        return fnmatchcase(preset, self.preset) and fnmatchcase(model.lower(), self.model)


MISTRAL = ("mistral", "mixtral", "ministral", "magistral", "codestral", "devstral", "pixtral")

REASONING = {"takes_temperature": False, "takes_stop": False, "token_limit_field": "max_completion_tokens"}

RULES: tuple[CapabilityRule, ...] = (
    CapabilityRule("offline", "*", {"takes_stop": False}),
    CapabilityRule("*", "gpt-5*", REASONING),
    CapabilityRule("*", "o[134]", REASONING),
    CapabilityRule("*", "o[134]-*", REASONING),
    CapabilityRule(
        "openai",
        "*",
        {"token_limit_field": "max_completion_tokens", "takes_strict": True, "json_output": "schema"},
    ),
    CapabilityRule("azure", "*", {"token_limit_field": "max_completion_tokens", "json_output": "schema"}),
    CapabilityRule("dashscope*", "*", {"parallel_tool_calls": True}),
    CapabilityRule("dashscope*", "qwen3*", {"forced_tool_choice": False}),
    CapabilityRule("deepseek", "*", {"returns_reasoning": True, "takes_seed": False}),
    CapabilityRule("deepseek", "deepseek-v*", {"forced_tool_choice": False}),
    CapabilityRule("deepseek", "deepseek-reasoner", {"forced_tool_choice": False, "takes_temperature": False}),
    CapabilityRule("moonshot*", "*", {"forced_tool_choice": False, "returns_reasoning": True, "takes_seed": False}),
    CapabilityRule("moonshot*", "kimi-k*", {"takes_temperature": False}),
    CapabilityRule("zhipu*", "*", {"forced_tool_choice": False, "tool_choice_none": False, "takes_seed": False}),
    CapabilityRule("ollama", "*", {"forced_tool_choice": False, "tool_choice_none": False, "json_output": "schema"}),
    CapabilityRule("vllm", "*", {"json_output": "schema"}),
    CapabilityRule("gemini", "*", {"json_output": "schema", "wants_signatures": True}),
    *(CapabilityRule("*", f"*{name}*", {"call_ids": "nine", "user_after_results": False}) for name in MISTRAL),
    CapabilityRule("*anthropic", "*", {"takes_seed": False, "call_ids": "word", "user_after_results": True}),
    CapabilityRule("*anthropic", "*", {"takes_temperature": False, "default_max_tokens": 8192, "json_output": "none"}),
    CapabilityRule("anthropic", "*", {"json_output": "schema", "takes_strict": True, "hosts_skills": True}),
)

FIELDS = tuple(item.name for item in fields(Capabilities))


def capabilities_of(preset: str, model: str, overrides: Iterable[CapabilityRule] = ()) -> Capabilities:
    """Return what the model accepts; `overrides` (an installation's own rules) come after the built-in ones."""
    return _changed(_built_in(preset, model), overrides, preset, model)


@lru_cache(maxsize=256)
def _built_in(preset: str, model: str) -> Capabilities:
    return _changed(Capabilities(), RULES, preset, model)


def _changed(found: Capabilities, rules: Iterable[CapabilityRule], preset: str, model: str) -> Capabilities:
    for rule in rules:
        if rule.applies_to(preset, model):
            found = replace(found, **rule.changes)
    return found


def is_closed_schema(schema: Mapping[str, Any]) -> bool:
    """Return True if every object requires all its properties and allows no others, as `strict` demands."""
    if schema.get("type") == "object" or "properties" in schema:
        names = set(schema.get("properties", {}))
        if schema.get("additionalProperties") is not False or names != set(schema.get("required", [])):
            return False
    return all(is_closed_schema(inner) for inner in _inner_schemas(schema))


def _inner_schemas(schema: Mapping[str, Any]) -> Iterable[Mapping[str, Any]]:
    for keyword in ("properties", "$defs"):
        yield from schema.get(keyword, {}).values()
    for keyword in ("anyOf", "oneOf", "allOf"):
        yield from schema.get(keyword, [])
    if isinstance(schema.get("items"), Mapping):
        yield schema["items"]
