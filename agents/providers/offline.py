"""Offline model without key or network that follows a script or simple visible rules. Pure.

Script (`ModelRequest.extra["script"]`): a list of steps, one per round: `{"text"?: str, "toolCalls"?: [{"tool": str,
"arguments"?: {}}], "fail"?: {"status": int, "message"?: str}, "delayMs"?: int}`. `tool` is a function name, a tool's
displayed name, or its executor's; one that is not offered is called too, to show that case. A step waits, writes its
text, fails or ends, in this order. Otherwise the rules of `offline_rules` apply.
"""

import json
import re
import time
from collections.abc import Callable, Iterator
from typing import Any

from agents.core.errors import RunCancelledError
from agents.core.messages import FinishReason, Message, ModelReply, ToolCallPart, Usage
from agents.providers import offline_rules
from agents.providers.base import ModelRequest, ReplyCompleted, StreamEvent, TextDelta
from agents.providers.http_errors import Refusal, error_for
from tools.core.definitions import CancelToken, JsonObject
from tools.core.tool_id import ToolId

MODEL_NAME = "offline"
WORD_DELAY_S = 0.015
_WAIT_SLICE_S = 0.05
_PIECES = re.compile(r"[\u3400-\u9fff]{1,2}|[^\s\u3400-\u9fff]+\s*|\s+")
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9]+")

Sleeper = Callable[[float], None]


class OfflineClient:
    """A model client that computes its replies; the same request gives the same reply."""

    def __init__(self, *, word_delay_s: float = WORD_DELAY_S, sleep: Sleeper = time.sleep) -> None:
        self._word_delay_s = word_delay_s
        self._sleep = sleep

    def stream(self, request: ModelRequest, cancel: CancelToken) -> Iterator[StreamEvent]:
        script: list[JsonObject] = request.extra.get("script") or []
        index = _round(request) - 1
        step = script[index] if index < len(script) else None
        if step is None:
            text, calls = offline_rules.answer(request)
        else:
            text, calls = step.get("text", ""), tuple(_scripted_calls(step, request))
            self._wait(float(step.get("delayMs", 0)) / 1000, cancel)
        for piece in _PIECES.findall(text):
            self._wait(self._word_delay_s, cancel)
            yield TextDelta(piece)
        if cancel.is_cancelled():
            raise RunCancelledError("The run was cancelled.")
        if step is not None and step.get("fail"):
            raise _scripted_failure(step["fail"])
        yield ReplyCompleted(_reply(request, text, calls))

    def _wait(self, seconds: float, cancel: CancelToken) -> None:
        while True:
            if cancel.is_cancelled():
                raise RunCancelledError("The run was cancelled.")
            if seconds <= 0:
                return
            self._sleep(min(seconds, _WAIT_SLICE_S))
            seconds -= _WAIT_SLICE_S


def _reply(request: ModelRequest, text: str, calls: tuple[ToolCallPart, ...]) -> ModelReply:
    written = sum(len(_PIECES.findall(message.text)) for message in request.messages)
    usage = Usage(input_tokens=written, output_tokens=len(_PIECES.findall(text)))
    reason = FinishReason.TOOL_CALLS if calls else FinishReason.STOP
    return ModelReply(Message("assistant", text, tool_calls=calls), reason, usage, request.model or MODEL_NAME)


def _round(request: ModelRequest) -> int:
    return 1 + sum(message.role == "assistant" for message in request.messages[request.history :])


def _scripted_calls(step: JsonObject, request: ModelRequest) -> Iterator[ToolCallPart]:
    for index, call in enumerate(step.get("toolCalls") or []):
        name = _function_name(call["tool"], request)
        arguments = json.dumps(call.get("arguments") or {}, ensure_ascii=False)
        yield ToolCallPart(f"call_{_round(request)}_{index}", name, arguments)


def _function_name(wanted: str, request: ModelRequest) -> str:
    names = [function.name for function in request.functions]
    if wanted in names:
        return wanted
    for name, title in request.titles.items():
        if wanted in title.to_json().values():
            return name
    plain = _NOT_IN_NAMES.sub("_", ToolId(wanted).short_name).strip("_")
    if plain:
        for name in names:
            if name.startswith(f"{plain}_") or name.endswith(f"_{plain}") or name == plain:
                return name
    return wanted


def _scripted_failure(fail: dict[str, Any]) -> Exception:
    status = int(fail.get("status", 500))
    return error_for(Refusal(status=status, message=str(fail.get("message", "")), service="The offline model"))
