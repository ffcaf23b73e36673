"""Messages as they came, read in a process of its own, and their attachments stored. Pure."""

from collections.abc import Mapping

from tools.core.definitions import JsonObject
from tools.evaluation.pool import EvaluationLimitError, EvaluationPool
from tools.executors.contract.executor import Invocation

_MOST_PARTS = 100
"""Parts within parts; the library takes more time for each than for the one before."""
_UNREADABLE: Mapping[str, object] = {"subject": "", "text": "", "attachments": [], "is_unreadable": True}
_pool = EvaluationPool("tools.executors.mail.messages")


def readable(raw: bytes) -> Mapping[str, object]:
    """Return headers, text, and what is attached; a message that breaks readers has none of them."""
    if raw.lower().count(b"boundary=") > _MOST_PARTS:
        return _UNREADABLE
    try:
        found: JsonObject = _pool.evaluate("read_message", raw.decode("latin-1"))
    except (EvaluationLimitError, RuntimeError):
        # A message that was made to break readers must not keep the others back.
        return _UNREADABLE
    return {**found, "is_unreadable": False}


def stored_attachments(raw: bytes, invocation: Invocation) -> list[JsonObject]:
    """Store the attachments of a message, and return the file values."""
    store, context = invocation.runtime.files, invocation.context
    return [
        store.save(one["name"], one["content_type"], [one["content"].encode("latin-1")], context).to_json()
        for one in _pool.evaluate("read_attachments", raw.decode("latin-1"))
    ]
