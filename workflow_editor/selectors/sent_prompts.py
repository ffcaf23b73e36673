"""Reads the prompt that the first model call of a node run was sent."""

from agents.core.journal import ModelReplied, read_entry
from tools.core.definitions import JsonObject
from tools.secrets.redaction import redact_text
from workflow_editor.errors import NotFoundError
from workflow_editor.models import JournalRow

MAX_SHOWN = 20_000
"""Characters of one text."""


def sent_prompt(node_run_id: int) -> JsonObject:
    """Return {messages, functions} as `agents.loop.sent_prompt` makes them; texts are redacted and cut.

    Each message also has `is_cut`.

    Raises:
        NotFoundError: the node asked no model, or ran before prompts were kept.
    """
    row = JournalRow.objects.filter(node_run_id=node_run_id, kind=ModelReplied.kind, round=1).first()
    first = None if row is None else read_entry(row.kind, row.round, row.call_id, row.payload)
    prompt = first.prompt if isinstance(first, ModelReplied) else None
    if not prompt:
        raise NotFoundError("This step has kept no prompt.", code="no_prompt")
    return {"messages": [_shown(message) for message in prompt["messages"]], "functions": prompt["functions"]}


def _shown(message: JsonObject) -> JsonObject:
    text = message["text"]
    calls = [
        {"name": name, "arguments": redact_text(arguments[:MAX_SHOWN])} for name, arguments in message.get("calls", ())
    ]
    return {
        "role": message["role"],
        "text": redact_text(text[:MAX_SHOWN]),
        "is_cut": len(text) > MAX_SHOWN,
        "calls": calls,
        "files": message.get("files", []),
    }
