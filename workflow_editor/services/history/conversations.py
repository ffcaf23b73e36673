"""Deletes conversations that were not restored or are older than their partner's limit.

Their links go with them, and their files unless used elsewhere.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from agents.models import AgentProfile
from workflow_editor.models import Conversation, Trigger, Turn
from workflow_editor.models.status import OPEN_STATUSES

DELETED_FOR = timedelta(days=7)
"""So long a deletion can be taken back."""
TESTS_FOR = timedelta(days=7)
"""So long after the last message a conversation that tried an agent or a workflow out is kept."""


def conversations_prune(now: datetime, *, batch: int) -> int:
    """Delete conversations for good that were deleted long ago or are too old, at most `batch`, and return how many."""
    gone = _delete(Conversation.objects.filter(deleted_at__lt=now - DELETED_FOR).order_by("deleted_at"), batch)
    gone += _delete(_unused(now - TESTS_FOR, is_test=True), batch - gone)
    for agent_id, days in AgentProfile.objects.values_list("pk", "document__limits__conversation_days"):
        if days:
            gone += _delete(_unused(now - timedelta(days=days), agent=agent_id), batch - gone)
    chats = Trigger.objects.filter(config__conversationDays__gt=0)
    for trigger_id, days in chats.values_list("pk", "config__conversationDays"):
        gone += _delete(_unused(now - timedelta(days=days), trigger=trigger_id), batch - gone)
    return gone


def _unused(since: datetime, **which: Any) -> QuerySet[Conversation]:
    """Return those without messages since then; one that waits for an answer is not over."""
    open_turns = Turn.objects.filter(conversation=OuterRef("pk"), status="", run__status__in=OPEN_STATUSES)
    old = Conversation.objects.filter(~Exists(open_turns), updated_at__lt=since, **which)
    return old.order_by("updated_at")


def _delete(old: QuerySet[Conversation], batch: int) -> int:
    ids = list(old.values_list("pk", flat=True)[:batch])
    # Asked again in the statement that deletes: somebody may take one back, or go on in it, in this moment.
    return len(ids) and old.filter(pk__in=ids).order_by().delete()[1].get(Conversation._meta.label, 0)
