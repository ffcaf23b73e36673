"""Writes of files that people uploaded or tools made."""

from collections.abc import Collection, Iterable
from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction

from tools.adapters.file_contents import file_keep
from tools.models import ToolFile
from tools.services.uploads import upload_count


def tool_file_upload(user: User, name: str, content_type: str, size: int, chunks: Iterable[bytes]) -> ToolFile:
    """Store an upload of `size` bytes, deleted after a day unless a run or a conversation uses it.

    Raises:
        FileTooLargeError: see `file_keep`.
        CapReachedError: see `upload_count`.
    """
    row = file_keep(name, content_type, chunks, owner_id=user.pk, run_id=None)
    # Refused files do not count; a file beyond the limit is not given out, and goes when it is due.
    upload_count(user, size)
    return row


def tool_files_expire(now: datetime, *, run_ids: Collection[UUID]) -> None:
    """Let the files that runs made go, when these are deleted, unless something else has them."""
    ToolFile.objects.filter(run_id__in=run_ids).update(expires_at=now)


@transaction.atomic
def tool_files_delete(file_ids: Collection[UUID]) -> int:
    """Delete files and return how many; contents go a while later."""
    return ToolFile.objects.filter(pk__in=file_ids).delete()[0]
