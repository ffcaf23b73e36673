"""Due waits."""

from django.db.models import Q
from django.utils import timezone

from workflow_editor.engine.waits import TIMED_OUT
from workflow_editor.errors import ConflictError
from workflow_editor.models import NodeRun, Wait
from workflow_editor.services.runs.waits.resolve import wait_resolve
from workflow_editor.services.runs.waits.tool_approval import approval_note
from workflow_editor.services.runs.waits.uptime import heartbeat

BATCH = 100
MOST_AT_ONCE = 2_000
"""Waits answered in one sweep; the rest follows in the next, so nothing else is delayed."""


def waits_answer_due() -> int:
    """Answer open waits that are due, oldest first; return the number."""
    uptime = heartbeat.beat()
    answered = 0
    while answered < MOST_AT_ONCE:
        due = Wait.objects.filter(_is_due(uptime), answered_at__isnull=True).order_by("due_at")
        ids = list(due.values_list("id", flat=True)[:BATCH])
        for wait_id in ids:
            _answer(wait_id)
        answered += len(ids)
        if len(ids) < BATCH:
            break
    return answered


def _is_due(uptime: float | None) -> Q:
    by_clock = Q(due_at__lte=timezone.now())
    return by_clock if uptime is None else by_clock | Q(due_uptime__lte=uptime)


def _answer(wait_id: int) -> None:
    try:
        wait_resolve(wait_id, {"decision": TIMED_OUT, "values": {}, "comment": ""}, also=approval_note)
    except (ConflictError, NodeRun.DoesNotExist):
        # Somebody was quicker, or the run was deleted; nobody waits any more.
        return
