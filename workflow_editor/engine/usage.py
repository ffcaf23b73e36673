"""Time and tokens used by runs and nodes, counted uniformly."""

from datetime import datetime

from agents.core.messages import Usage
from tools.core.definitions import JsonObject


def milliseconds(since: datetime, until: datetime) -> int:
    """Return the time between two moments in whole milliseconds."""
    return round((until - since).total_seconds() * 1000)


def duration_ms(started_at: datetime | None, finished_at: datetime | None) -> int | None:
    """Return how long something took in milliseconds, None while it is not over or when it never began."""
    return None if started_at is None or finished_at is None else milliseconds(started_at, finished_at)


def tokens_of(usage: JsonObject) -> JsonObject:
    """Return {input_tokens, output_tokens} of a usage as it is stored, where what is 0 may be missing."""
    return {name: usage.get(name, 0) for name in ("input_tokens", "output_tokens")}


def usage_json(usage: JsonObject) -> JsonObject:
    """Return a stored usage as the API shows it."""
    return Usage.from_json(usage).to_json()


def usage_sum(total: JsonObject, added: JsonObject) -> JsonObject:
    """Add up {input_tokens, output_tokens, cost}; a cost of 0 is left out."""
    return (Usage.from_json(total) + Usage.from_json(added)).to_json()
