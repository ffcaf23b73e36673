"""Reads of numbered events."""

from uuid import UUID

from workflow_editor.adapters.event_store import event_message
from workflow_editor.models import RunEvent


def events_after(run_id: UUID, after: int, limit: int) -> list[dict[str, object]]:
    """Return at most `limit` events behind number `after`, in order, in the form of the API and the sockets.

    Each is {seq, type, node_key, payload, at}. Whether the caller may see the run is checked before.
    """
    rows = RunEvent.objects.filter(run_id=run_id, seq__gt=after).order_by("seq")
    fields = rows.values_list("seq", "type", "node_key", "payload", "at")[:limit]
    return [event_message(seq, type_, node_key, payload, at) for seq, type_, node_key, payload, at in fields]
