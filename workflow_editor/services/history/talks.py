"""Deletes conversations that nobody took back, and the files of messages with the last conversation that has them."""

from datetime import datetime, timedelta

from tools.services.tool_files import tool_files_delete
from workflow_editor.models import ChatUpload, Conversation

DELETED_FOR = timedelta(days=7)
"""So long a deletion can be taken back."""
UNSENT_FOR = timedelta(days=1)
"""A file that was uploaded goes with a message within this time, or goes."""


def conversations_prune(now: datetime, *, batch: int) -> int:
    """Delete conversations for good that were deleted long ago, at most `batch`, and return how many."""
    old = Conversation.objects.filter(deleted_at__lt=now - DELETED_FOR).order_by("deleted_at")
    ids = list(old.values_list("pk", flat=True)[:batch])
    # Asked again in the statement that deletes: somebody may take one back in this moment.
    return len(ids) and old.filter(pk__in=ids).order_by().delete()[1].get(Conversation._meta.label, 0)


def chat_uploads_prune(now: datetime, *, batch: int) -> int:
    """Delete files that no conversation has, at most `batch`, and return how many."""
    unheld = ChatUpload.objects.filter(conversations__isnull=True, uploaded_at__lt=now - UNSENT_FOR)
    ids = list(unheld.order_by("uploaded_at").values_list("pk", flat=True)[:batch])
    if ids:
        tool_files_delete(file_ids=ids)
    return len(ids)
