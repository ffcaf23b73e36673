"""Decisions that are written into a waiting node's journal, where it finds them when it goes on."""

from django.db.models import Max

from tools.core.definitions import JsonObject
from workflow_editor.models import JournalRow
from workflow_editor.services.runs.waits.settle import Settled


def append_note(settled: Settled, kind: str, payload: JsonObject) -> None:
    """Add an entry about the call that the wait is about, in the caller's transaction; its node is not at work."""
    rows = JournalRow.objects.filter(node_run=settled.wait.node_run)
    newest = rows.aggregate(newest=Max("seq"))["newest"] or 0
    asked = settled.wait.payload
    JournalRow.objects.create(
        node_run=settled.wait.node_run,
        seq=newest + 1,
        kind=kind,
        round=asked["round"],
        call_id=asked["call_id"],
        payload=payload,
    )
