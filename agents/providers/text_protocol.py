"""Tool calls as text, for models that have no native ones. Pure.

A model that wants to call writes, anywhere in its answer and as often as it likes:

    <tool_call>
    {"name": "<function>", "arguments": {…}}
    </tool_call>

and gets each result in a message of the user's, in the order of its calls:

    <tool_result name="<function>">
    ✅ [query] …
    {"success": true, …}
    </tool_result>

Reading is tolerant: the closing mark may be missing, the marks may be in capitals, the JSON may be in a code fence,
have extra commas, or call its keys `function`, `tool`, `parameters`, `args` or `input`. A block without a recognizable
function stays text. Unreadable arguments are passed on: the gateway answers them.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from agents.core.language import Language
from agents.core.messages import ToolCallPart
from tools.core.definitions import FunctionDefinition
from tools.core.envelope import parse, to_ai_friendly_message
from tools.core.formats.json_text import MAX_DEPTH, is_deeper

OPENING = "<tool_call>"
_BLOCK = re.compile(r"<tool_call>(.*?)(?:</tool_call>|(?=<tool_call>)|\Z)", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"```[a-z]*", re.IGNORECASE)
_TRAILING_COMMA = re.compile(r",(\s*[}\]])")
_NAME = re.compile(r'"(?:name|function|tool)"\s*:\s*"([^"]+)"')
_NAME_KEYS = ("name", "function", "tool")
_ARGUMENT_KEYS = ("arguments", "parameters", "args", "input")

_HOW = {
    "en": "## How to call a tool\n\nWrite a block of exactly this form, one for each call, and then stop:\n\n{form}\n\n"
    "The results come in the next message. Functions, with the JSON Schema of their arguments:\n\n{functions}",
    "zh": "## 如何调用工具\n\n严格按以下格式书写，每次调用一个，写完后停止：\n\n{form}\n\n"
    "结果会在下一条消息中给出。可用的函数及其参数的 JSON Schema：\n\n{functions}",
}
_FORM = '<tool_call>\n{"name": "function_name", "arguments": {"name": "value"}}\n</tool_call>'


def instructions(functions: Sequence[FunctionDefinition], language: Language) -> str:
    """Return the section of the system prompt that teaches the form."""
    listed = "\n".join(
        f"- {one.name}: {one.description}\n  {json.dumps(one.parameters, ensure_ascii=False)}" for one in functions
    )
    return _HOW[language].format(form=_FORM, functions=listed)


def render_call(call: ToolCallPart) -> str:
    """Return a call as the model has written it, or should have."""
    return f'<tool_call>\n{{"name": {json.dumps(call.name)}, "arguments": {call.arguments or "{}"}}}\n</tool_call>'


def render_result(name: str, text: str) -> str:
    """Return a result as the model reads it; an envelope begins with its outcome in words."""
    line = f"{to_ai_friendly_message(text)}\n" if parse(text) else ""
    return f'<tool_result name="{name}">\n{line}{text}\n</tool_result>'


def read_calls(text: str) -> tuple[str, tuple[ToolCallPart, ...]]:
    """Return the text without its calls, and the calls in order, with ids `text_1`, `text_2` …"""
    calls: list[ToolCallPart] = []

    def take(block: re.Match[str]) -> str:
        found = _call(block.group(1), f"text_{len(calls) + 1}")
        if found is None:
            return block.group(0)
        calls.append(found)
        return ""

    left = _BLOCK.sub(take, text)
    return (left.strip() if calls else text), tuple(calls)


def _call(block: str, call_id: str) -> ToolCallPart | None:
    body = block.strip()
    body = body[fence.end() :] if (fence := _FENCE.match(body)) else body
    body = body.removesuffix("```").strip()
    value = _parsed(body)
    if isinstance(value, Mapping):
        name = _first(value, _NAME_KEYS)
        if isinstance(name, Mapping):
            # OpenAI's own form: {"function": {"name": …, "arguments": …}}.
            value, name = name, name.get("name")
        if isinstance(name, str) and name:
            return ToolCallPart(call_id, name, _arguments(_first(value, _ARGUMENT_KEYS)))
        return None
    named = _NAME.search(body)
    return ToolCallPart(call_id, named.group(1), body) if named else None


def _parsed(body: str) -> Any:
    start = body.find("{")
    for candidate in (body, _TRAILING_COMMA.sub(r"\1", body)):
        try:
            found = json.JSONDecoder(strict=False).raw_decode(candidate, max(start, 0))[0]
        except (ValueError, RecursionError):
            continue
        return None if is_deeper(found, MAX_DEPTH) else found
    return None


def _first(value: Mapping[str, Any], keys: Sequence[str]) -> Any:
    return next((value[key] for key in keys if key in value), None)


def _arguments(value: Any) -> str:
    if isinstance(value, str):
        return value
    return json.dumps({} if value is None else value, ensure_ascii=False)
