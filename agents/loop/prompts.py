"""Texts of the loop for models and people, in both languages. Pure."""

import json
from collections.abc import Sequence
from typing import Literal

from agents.core.language import Language
from agents.core.ports import OfferedTool
from tools.core.definitions import JsonObject
from tools.core.text import Text

FAILURE_MARKER = "TOOL_EXECUTION_FAILED"
"""A reply that is exactly this word stops the workflow. Source: seed 000."""

FailurePolicy = Literal["stop", "tell_model"]

ENVELOPE_FORM = """{
  "success": true | false,
  "operationType": "query" | "operation" | "save",
  "data": ...,
  "message": "..."
}"""

_TOOLS = {
    "en": "## Tools you can use\n\n{tools}\n\n"
    "Call a tool whenever the task needs what it offers; do not make up its results.",
    "zh": "## 可以使用的工具\n\n{tools}\n\n任务需要时请调用相应的工具，不要编造工具的结果。",
}
_RULES = {
    "en": "## Tool results\n\nEvery tool answers with one JSON object of this form:\n\n{form}\n\n"
    "Work with `data` only when `success` is true. When it is false, the tool failed or found nothing, "
    "and `message` says why.",
    "zh": "## 工具结果\n\n每个工具都返回一个如下形式的 JSON 对象：\n\n{form}\n\n"
    "只有 `success` 为 true 时才能使用 `data`；为 false 表示工具失败或没有数据，原因见 `message`。",
}
_ON_FAILURE: dict[tuple[str, FailurePolicy], str] = {
    ("en", "stop"): "When it says that your call was wrong (no such tool, or arguments that do not fit), correct the "
    "call and make it again. Otherwise reply with the single word {marker} and nothing else: the workflow then stops.",
    ("zh", "stop"): "如果 `message` 说明调用本身有误（没有该工具，或参数不正确），请改正后重新调用。"
    "其他情况请只回复 {marker} 这一个词，不要添加其他内容，工作流会随之停止。",
    (
        "en",
        "tell_model",
    ): "In that case correct the arguments, try another way, or tell the user plainly what went wrong. "
    "Reply with the single word {marker} only when the whole task cannot go on: the workflow then stops.",
    ("zh", "tell_model"): "这时请修正参数、换一种办法，或如实告诉用户出了什么问题。"
    "只有整个任务无法继续时，才只回复 {marker} 这一个词，工作流会随之停止。",
}
_JSON = {
    "en": "## Form of the answer\n\nAnswer with one JSON value of this JSON Schema and nothing else:\n\n{schema}",
    "zh": "## 回答格式\n\n请只回答一个符合以下 JSON Schema 的 JSON 值，不要添加其他内容：\n\n{schema}",
}
_NUDGE = {
    "en": "You have not called a tool yet. Call {wanted} now; do not answer in words.",
    "zh": "你还没有调用工具。请现在调用{wanted}，不要用文字回答。",
}
_ANY_TOOL = {"en": "one of the tools", "zh": "其中一个工具"}
_PICTURES = {"en": "Pictures from the tool results: {names}", "zh": "工具结果中的图片：{names}"}
_LAST_ROUND = {
    "en": "No more tool calls are possible. Answer now with what you know.",
    "zh": "不能再调用工具了，请根据已有的信息直接回答。",
}
_ROUND_LIMIT = {
    "en": "Sorry, this took too many steps. Please simplify the request or try again.",
    "zh": "抱歉，处理超时，请简化您的请求或重试。",
}
MARKER_SEEN = Text("The model reported that a tool failed or found nothing, so the workflow stopped.")
CUT_CALL = Text(
    "This call was cut off by the token limit, so it was not run. Make it again, shorter or in several calls."
)
_NO_REASON = Text("the tool gave no reason")
_NOT_AMONG = Text("it is not among the tools of this node.")


def system_prompt(
    own: str,
    offered: Sequence[OfferedTool],
    json_schema: JsonObject | None,
    policy: FailurePolicy,
    language: Language,
) -> str:
    """Return the node's own prompt, followed by the tools and their rules, and by the form of the answer, if any."""
    sections = [own] if own else []
    if offered:
        listed = "\n".join(f"- {tool.function.name}: {tool.function.description}" for tool in offered)
        rules = _RULES[language].format(form=ENVELOPE_FORM)
        on_failure = _ON_FAILURE[language, policy].format(marker=FAILURE_MARKER)
        sections += [_TOOLS[language].format(tools=listed), f"{rules} {on_failure}"]
    if json_schema is not None:
        sections.append(_JSON[language].format(schema=json.dumps(json_schema, ensure_ascii=False)))
    return "\n\n".join(sections)


def nudge(wanted: str | None, language: Language) -> str:
    """Return the reminder to a model that answered in words although it must call `wanted` (None: any tool)."""
    return _NUDGE[language].format(wanted=f" `{wanted}` " if wanted else _ANY_TOOL[language]).replace("  ", " ")


def tool_pictures(names: str, language: Language) -> str:
    """Return the words beside the pictures that tools have sent."""
    return _PICTURES[language].format(names=names)


def last_round(language: Language) -> str:
    return _LAST_ROUND[language]


def round_limit_answer(language: Language) -> str:
    """Return the answer of a node that reached its round limit. Source: seed 003 for the Chinese text."""
    return _ROUND_LIMIT[language]


def round_limit_error(rounds: int) -> Text:
    return Text(
        "The model was still calling tools when Max rounds ({rounds}) was reached. Raise it or simplify the task.",
        rounds=rounds,
    )


def tool_failed(title: str, reason: Text) -> Text:
    return Text(
        "The tool “{title}” failed, so the workflow stopped: {reason}",
        title=title,
        reason=reason if reason.en else _NO_REASON,
    )


def nothing_found(title: str, reason: Text) -> Text:
    return Text("The tool “{title}” found nothing, so the workflow stopped: {reason}", title=title, reason=reason)


def not_offered(wanted: str, reason: Text | None) -> Text:
    reason = reason or _NOT_AMONG
    return Text(
        "The model must call “{wanted}”, but this tool is not available: {reason}", wanted=wanted, reason=reason
    )


def name_taken(name: str) -> Text:
    return Text("The agent already has a tool “{name}”. Rename the client's tool.", name=name)


def unknown_outcome(title: str) -> Text:
    return Text(
        "The run was interrupted during a call to “{title}”. It is unknown whether the call took "
        "effect, so do not repeat it blindly. Check the other system before you run this again.",
        title=title,
    )


def child_run_open(title: str) -> Text:
    return Text("“{title}” is still running.", title=title)


def approval_needed(title: str) -> Text:
    return Text("The call to “{title}” needs approval.", title=title)
