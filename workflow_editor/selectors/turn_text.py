"""The text that a model has written so far, from the events of its run."""

from uuid import UUID

from workflow_editor.models import RunEvent


def written_so_far(run_id: UUID) -> str:
    """Return the newest text: that of the last round of the node that wrote last."""
    rows = RunEvent.objects.filter(run_id=run_id, type="node_text_appended").order_by("seq")
    pieces: list[str] = []
    source: tuple[str | None, str] | None = None
    for node_key, payload in rows.values_list("node_key", "payload"):
        if (node_key, payload["stream"]) != source:
            source, pieces = (node_key, payload["stream"]), []
        pieces.append(payload["text"])
    return "".join(pieces)
