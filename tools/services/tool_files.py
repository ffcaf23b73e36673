"""Writes of files that people uploaded or tools made."""

from collections.abc import Collection
from uuid import UUID

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q

from tools.core.file_port import FileContent
from tools.models import FileBody, ToolFile


def tool_file_keep(user: User, file: FileContent) -> ToolFile:
    """Keep a file that somebody has uploaded."""
    return ToolFile.objects.keep(file, owner_id=user.pk, run_id=None)


def tool_files_delete(*, run_ids: Collection[UUID] = (), file_ids: Collection[UUID] = ()) -> None:
    """Delete the files of runs that are being deleted, or these files, and contents that no file has any more."""
    files = ToolFile.objects.filter(Q(run_id__in=run_ids) | Q(pk__in=file_ids))
    bodies = set(files.values_list("body_id", flat=True))
    if not bodies:
        return
    files.delete()
    in_use = ToolFile.objects.filter(body=OuterRef("pk"))
    try:
        with transaction.atomic():
            FileBody.objects.filter(~Exists(in_use), hash__in=bodies).delete()
    except IntegrityError:
        # A file with one of these contents has just come: they stay until that one goes.
        return
