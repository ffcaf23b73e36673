"""Data of a run that its conversation keeps, since runs are pruned."""

import json
from collections.abc import Iterator
from typing import Any

from agents.core.language import language_of
from agents.core.messages import FinishReason
from agents.loop.outcome import outcome_of, outcome_text
from tools.core.definitions import JsonObject
from workflow_editor.models import NodeRun, Run, Status, Turn
from workflow_editor.nodes.builtin.bot_message import BotMessageNode
from workflow_editor.nodes.builtin.chat_trigger import ChatTriggerNode
from workflow_editor.selectors.outside.triggers import response_of
from workflow_editor.selectors.run.turn_text import cited_passages, written_so_far
from workflow_editor.services.bot_replies import bot_reply_due

MAX_CALLS = 20
"""Per turn; the first ones."""
MAX_RESULT_CHARS = 4_000
"""Per result."""
_SENT = ("success", "operationType", "data", "message")
"""Fields of a result that the model was given."""


def remembered_calls(run: Run) -> list[JsonObject]:
    """Return [{name, arguments, result}] of a run that has ended; arguments are redacted, all are texts."""
    return [_kept(record) for record in _records(run)][:MAX_CALLS]


def _records(run: Run) -> Iterator[JsonObject]:
    for node in NodeRun.objects.filter(run_id=run.pk, output__isnull=False).order_by("pk"):
        calls = node.output.get("toolCalls") if isinstance(node.output, dict) else None
        yield from calls if isinstance(calls, list) else ()


def _kept(record: JsonObject) -> JsonObject:
    result = {name: value for name, value in record["result"].items() if name in _SENT}
    return {"name": record["function"], "arguments": _text(record["arguments"]), "result": _cut(_text(result))}


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _cut(text: str) -> str:
    return text if len(text) <= MAX_RESULT_CHARS else f"{text[:MAX_RESULT_CHARS]}…"


CHAT = "chat"
"""Trigger of the runs of agents that are turns."""
TURNS = frozenset({CHAT, ChatTriggerNode.id, BotMessageNode.id})
"""Triggers of all runs that are turns."""
SUMMARY_NODE = "summary"
"""Key of the summarizing node."""


def turn_keep_answer(run: Run) -> None:
    """Write the end of a run into its turn, in the caller's transaction; what was written before it failed stays."""
    answer = run_answer(run) if run.status == Status.SUCCEEDED else written_so_far(run).text
    turns = Turn.objects.filter(run_id=run.id, status="")
    turns.update(status=run.status, answer=answer, error=run.error, citations=cited_passages(run, answer))
    if run.trigger == CHAT and (calls := remembered_calls(run)):
        Turn.objects.filter(run_id=run.id).update(tool_calls=calls)
    if run.trigger == BotMessageNode.id:
        for turn in Turn.objects.filter(run_id=run.id):
            bot_reply_due(turn)
    summed_up = Turn.objects.filter(run_id=run.id, summary_until__isnull=False, summary__isnull=True)
    if summed_up.exists():
        summed_up.update(summary=_summary(run))


def run_answer(run: Run) -> str:
    """Return a Respond node's answer, else the output, an agent's answer, else the streamed text."""
    if run.trigger == CHAT:
        return _with_outcome(run)
    response = response_of(run)
    if response is not None:
        return _as_text(response["body"])
    output = run.output or {}
    if "answer" in output:
        return answer_of(output)
    if len(output) == 1:
        return _as_text(next(iter(output.values())))
    return _as_text(output) if output else written_so_far(run).text


def answer_of(output: JsonObject | None) -> str:
    """Return the answer in a run's output as text."""
    return _as_text((output or {}).get("answer"))


def _with_outcome(run: Run) -> str:
    """Return an agent's answer, with a sentence where it is none that can be used."""
    answer, reason = answer_of(run.output), (run.output or {}).get("finish_reason")
    found = outcome_of(answer, FinishReason(reason)) if reason else "answered"
    text, language = outcome_text(found), language_of(answer, str(run.inputs.get("message", "")))
    return "\n\n".join(part for part in (answer, f"*{text.in_language(language)}*" if text else "") if part)


def _as_text(value: object) -> str:
    if isinstance(value, str):
        return value
    return "" if value is None else json.dumps(value, ensure_ascii=False, indent=2)


def _summary(run: Run) -> str | None:
    found = NodeRun.objects.filter(run_id=run.id, node_key=SUMMARY_NODE, status=Status.SUCCEEDED).first()
    return None if found is None or found.output is None else str(found.output.get("result", ""))
