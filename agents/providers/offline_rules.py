"""Rules of the unscripted offline model: call each tool once, then report the results. Pure.

A JSON Schema is filled in from its hints, then the user's words.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from agents.core.language import Language, language_of
from agents.core.messages import Message, ToolCallPart
from agents.providers.base import ModelRequest, NamedToolChoice
from tools.core.definitions import FunctionDefinition, JsonObject
from tools.core.envelope import is_success, parse

_URL = re.compile(r"https?://[^\s<>\"'，。）)]+")
_NUMBER = re.compile(r"-?\d{1,15}(?:\.\d{1,15})?")
_FORMATS = {
    "uri": "https://example.com/",
    "url": "https://example.com/",
    "date": "2026-01-01",
    "time": "09:00:00Z",
    "date-time": "2026-01-01T09:00:00Z",
    "email": "someone@example.com",
    "uuid": "00000000-0000-4000-8000-000000000000",
}
MAX_DEPTH = 6

MAX_QUOTE_CHARS = 200
MAX_RESULT_CHARS = 400

_CALLING = {
    "en": "Offline model (not an AI): calling {tools}.",
    "zh": "离线模型（不是 AI）：正在调用 {tools}。",
}
_ANSWER = {
    "en": "This answer comes from the offline model. It is not an AI: it repeats your request and lists what the tools "
    "returned. Choose another provider for real answers.\n\nYour request: {request}",
    "zh": "这是离线模型的回答。它不是 AI，只会复述您的要求并列出工具返回的内容；需要真正的回答请选择其他模型提供方。"
    "\n\n您的要求：{request}",
}
_RESULTS = {"en": "\n\nTool results:\n", "zh": "\n\n工具结果：\n"}
_NOTHING = {"en": "(empty)", "zh": "（空）"}
_OUTCOME = {("en", True): "succeeded", ("en", False): "failed", ("zh", True): "成功", ("zh", False): "失败"}


def answer(request: ModelRequest) -> tuple[str, tuple[ToolCallPart, ...]]:
    """Return this round's text and calls.

    Each function is called at most once in a conversation; `none` calls nothing and a named choice only its function.
    """
    user_text = next((message.text for message in _turn(request) if message.role == "user"), "")
    language = language_of(user_text)
    functions = _functions_to_call(request)
    if functions:
        titles = (", " if language == "en" else "、").join(_title(request, one.name, language) for one in functions)
        return _CALLING[language].format(tools=titles), tuple(_calls(functions, user_text, request))
    text = _ANSWER[language].format(request=_shortened(user_text, MAX_QUOTE_CHARS) or _NOTHING[language])
    results = list(_earlier_results(request, language))
    if results:
        text += _RESULTS[language] + "\n".join(results)
    if request.json_schema is not None:
        return _as_json(request.json_schema, text), ()
    return text, ()


def _turn(request: ModelRequest) -> tuple[Message, ...]:
    """Return what this answer is about: the messages after the history."""
    return request.messages[request.history :]


def _functions_to_call(request: ModelRequest) -> list[FunctionDefinition]:
    called = {call.name for message in _turn(request) for call in message.tool_calls}
    fresh = [function for function in request.functions if function.name not in called]
    if request.tool_choice == "none":
        return []
    if isinstance(request.tool_choice, NamedToolChoice):
        return [function for function in fresh if function.name == request.tool_choice.name]
    return fresh


def _calls(functions: list[FunctionDefinition], user_text: str, request: ModelRequest) -> Iterator[ToolCallPart]:
    round_ = 1 + sum(message.role == "assistant" for message in _turn(request))
    for index, function in enumerate(functions):
        arguments = fill_schema({"type": "object"} | function.parameters, user_text)
        yield ToolCallPart(f"call_{round_}_{index}", function.name, json.dumps(arguments, ensure_ascii=False))


def _earlier_results(request: ModelRequest, language: Language) -> Iterator[str]:
    names = {call.id: call.name for message in _turn(request) for call in message.tool_calls}
    for message in _turn(request):
        if message.role == "tool":
            name = names.get(message.tool_call_id, "")
            outcome = _OUTCOME[language, is_success(message.text)]
            yield f"- {_title(request, name, language)}: {outcome}. {_result_text(message)}"


def _title(request: ModelRequest, name: str, language: Language) -> str:
    title = request.titles.get(name)
    if title is None:
        return name
    return title.in_language(language)


def _result_text(message: Message) -> str:
    envelope = parse(message.text)
    if envelope is None:
        return _shortened(message.text, MAX_RESULT_CHARS)
    parts = [envelope.message]
    if envelope.data is not None:
        parts.append(json.dumps(envelope.data, ensure_ascii=False))
    return _shortened(" ".join(part for part in parts if part), MAX_RESULT_CHARS)


def _as_json(schema: JsonObject, text: str) -> str:
    value = fill_schema(schema, text)
    return json.dumps(value if value != {} else {"answer": text}, ensure_ascii=False)


def _shortened(text: str, limit: int) -> str:
    text = text.strip()
    return text if len(text) <= limit else text[: limit - 1] + "…"


def fill_schema(schema: JsonObject, user_text: str) -> Any:
    """Return a value that follows the schema's common keywords.

    Only required properties are filled in. In order: `const`, `default`, first of `examples`, of `enum` the value that
    occurs in `user_text`, else the first, and then a value of the right type taken from `user_text`.
    """
    return _fill(schema, schema.get("$defs", {}), user_text.strip() or "Hello", 0)


def _fill(schema: JsonObject, definitions: JsonObject, text: str, depth: int) -> Any:
    schema = _resolved(schema, definitions)
    hint = _hint(schema, text)
    if hint is not None:
        return hint
    kind = schema.get("type", "object" if "properties" in schema else "string")
    if isinstance(kind, list):
        kind = next((item for item in kind if item != "null"), "null")
    if depth >= MAX_DEPTH:
        return None
    if kind == "object":
        wanted = schema.get("required", [])
        properties = schema.get("properties", {})
        return {name: _fill(properties.get(name, {}), definitions, text, depth + 1) for name in wanted}
    if kind == "array":
        item = schema.get("items", {})
        return [_fill(item, definitions, text, depth + 1) for _ in range(schema.get("minItems", 0))]
    return _scalar(kind, schema, text)


def _resolved(schema: JsonObject, definitions: JsonObject) -> JsonObject:
    for _ in range(MAX_DEPTH):
        reference = schema.get("$ref", "")
        choices = schema.get("anyOf") or schema.get("oneOf")
        if reference.startswith("#/$defs/"):
            schema = definitions.get(reference.removeprefix("#/$defs/"), {})
        elif choices and _hint(schema, "") is None:
            schema = next((choice for choice in choices if choice.get("type") != "null"), {})
    return schema


def _hint(schema: JsonObject, text: str) -> Any:
    if schema.get("const") is not None:
        return schema["const"]
    if schema.get("default") is not None:
        return schema["default"]
    if schema.get("examples"):
        return schema["examples"][0]
    choices = schema.get("enum") or [None]
    return next((choice for choice in choices if isinstance(choice, str) and _occurs(choice, text)), choices[0])


def _occurs(word: str, text: str) -> bool:
    return bool(word.strip()) and word.casefold() in text.casefold()


def _scalar(kind: str, schema: JsonObject, text: str) -> Any:
    if kind == "boolean":
        return False
    if kind == "null":
        return None
    if kind in ("integer", "number"):
        found = _NUMBER.search(text)
        value = float(found.group()) if found else float(schema.get("minimum", 1))
        value = max(value, float(schema.get("minimum", value)))
        value = min(value, float(schema.get("maximum", value)))
        return int(value) if kind == "integer" or value.is_integer() else value
    return _string(schema, text)


def _string(schema: JsonObject, text: str) -> str:
    format_ = schema.get("format", "")
    found = _URL.search(text)
    if format_ in ("uri", "url") and found:
        return found.group()
    value: str = _FORMATS.get(format_, text)
    return value[: schema.get("maxLength", len(value))]
