"""Reads of numbered events."""

from uuid import UUID

from tools.core.definitions import JsonObject
from workflow_editor.adapters.events.run_frames import event_json
from workflow_editor.models import RunEvent


def events_after(run_id: UUID, after: int, limit: int) -> list[JsonObject]:
    """Return at most `limit` events after number `after`, in order, in API form. The caller checks access."""
    rows = RunEvent.objects.filter(run_id=run_id, seq__gt=after).order_by("seq")
    fields = rows.values_list("seq", "type", "node_key", "payload", "at")[:limit]
    return [event_json(seq, type_, node_key, payload, at) for seq, type_, node_key, payload, at in fields]
