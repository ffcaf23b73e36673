"""Rules of the unscripted offline model: call each tool once, then report the results. Pure."""

import json
from collections.abc import Iterator

from agents.core.language import Language, language_of
from agents.core.messages import Message, ToolCallPart
from agents.providers.base import ModelRequest, NamedToolChoice
from agents.providers.offline_arguments import fill_schema
from tools.core.definitions import FunctionDefinition, JsonObject
from tools.core.envelope import is_success, parse

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
