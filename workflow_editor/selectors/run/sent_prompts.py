"""Reads the prompts that the model calls of a node run were sent."""

from collections.abc import Iterator

from agents.core.journal import ModelReplied, read_entry
from tools.core.definitions import JsonObject
from tools.secrets.redaction import redact_beginning
from workflow_editor.errors import NotFoundError
from workflow_editor.models import JournalRow

MAX_SHOWN = 20_000
"""Characters of one text."""


def sent_prompts(node_run_id: int) -> JsonObject:
    """Return {messages, functions} of `agents.loop.rounds`, redacted and cut.

    Each message also has `round`, the first model call with it, and `is_cut`. Raises NotFoundError if the node asked no
    model, or ran before prompts were stored.
    """
    replies = _replies(node_run_id)
    if not replies or not replies[0].prompt:
        raise NotFoundError("This step has kept no prompt.", code="no_prompt")
    return {
        "messages": [_shown(message, round_) for round_, message in _messages(replies)],
        "functions": replies[0].prompt["functions"],
    }


def _replies(node_run_id: int) -> list[ModelReplied]:
    rows = JournalRow.objects.filter(node_run_id=node_run_id, kind=ModelReplied.kind).order_by("round")
    entries = (read_entry(row.kind, row.round, row.call_id, row.payload) for row in rows)
    return [entry for entry in entries if isinstance(entry, ModelReplied)]


def _messages(replies: list[ModelReplied]) -> Iterator[tuple[int, JsonObject]]:
    """Yield what was sent with the number of the round that was the first to be sent it."""
    for before, reply in zip([None, *replies], replies, strict=False):
        if before is not None:
            message = before.reply.message
            calls = [[call.name, call.arguments] for call in message.tool_calls]
            yield reply.round, {"role": message.role, "text": message.text, "calls": calls}
        for sent in reply.prompt.get("messages", ()):
            yield reply.round, sent


def _shown(message: JsonObject, round_: int) -> JsonObject:
    text = message["text"]
    calls = [
        {"name": name, "arguments": redact_beginning(arguments, MAX_SHOWN)}
        for name, arguments in message.get("calls", ())
    ]
    return {
        "round": round_,
        "role": message["role"],
        "text": redact_beginning(text, MAX_SHOWN),
        "is_cut": len(text) > MAX_SHOWN,
        "calls": calls,
        "files": message.get("files", []),
    }
