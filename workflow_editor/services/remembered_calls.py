"""Tool calls of a run kept for later turns of the conversation."""

import json
from collections.abc import Iterator
from typing import Any

from tools.core.definitions import JsonObject
from workflow_editor.models import NodeRun, Run

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
