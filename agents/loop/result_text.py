"""A tool result for models and events: the envelope as text, cut to a limit. Pure."""

import json

from tools.core.definitions import JsonObject
from tools.core.envelope import ToolResult
from tools.secrets.redaction import redact, redact_text

MAX_EVENT_BYTES = 20_000
"""Longest result in an event; the journal and the node's output keep all of it."""
MAX_EVENT_MESSAGE = MAX_EVENT_BYTES // 8
MAX_EVENT_THOUGHTS = 20_000
"""Characters of the thoughts of one reply in its event."""
MAX_MODEL_CHARS = 60_000
"""Longest result that a model is given: about 15,000 tokens, so that one large page cannot fill its context."""


def text_for_model(result: ToolResult) -> str:
    """Return the envelope as JSON text of at most `MAX_MODEL_CHARS` (and a little) characters."""
    envelope = result.model_dump(mode="json", by_alias=True, include={"success", "operation_type", "data", "message"})
    text = json.dumps(envelope, ensure_ascii=False)
    if len(text) > MAX_MODEL_CHARS:
        data = json.dumps(envelope["data"], ensure_ascii=False)[:MAX_MODEL_CHARS]
        text = json.dumps(envelope | {"data": data, "truncated": True}, ensure_ascii=False)
    return text


def shortened_envelope(result: ToolResult) -> JsonObject:
    """Return the envelope for events: redacted, with its data cut to a limit."""
    # More than is shown, so that a secret that the first cut goes through is not in the part that the second one keeps.
    beginning = result.beginning(2 * MAX_EVENT_BYTES)
    envelope = beginning.to_json()
    envelope |= {"data": redact(envelope["data"]), "message": redact_text(beginning.message)}
    if beginning is result and len(json.dumps(envelope, ensure_ascii=False).encode()) <= MAX_EVENT_BYTES:
        return envelope
    start = json.dumps(envelope["data"], ensure_ascii=False).encode()[: MAX_EVENT_BYTES // 2].decode(errors="ignore")
    message = envelope["message"][:MAX_EVENT_MESSAGE]
    return envelope | {"data": start, "message": message, "metadata": {}, "truncated": True}


def shortened_thoughts(thoughts: str) -> str:
    """Return a model's thoughts as events show them."""
    is_long = len(thoughts) > MAX_EVENT_THOUGHTS
    return redact_text(f"{thoughts[:MAX_EVENT_THOUGHTS]}…" if is_long else thoughts)


def shortened_translations(result: ToolResult) -> dict[str, str]:
    """Return the message in the languages other than English, as events show it."""
    return {code: redact_text(text)[:MAX_EVENT_MESSAGE] for code, text in result.translations.items()}
