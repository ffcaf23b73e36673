"""Deletes files that nothing has any more: their runs, deliveries and conversations are gone, or never came."""

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef

from tools.adapters.file_contents import contents_prune, incoming_prune
from tools.models import ToolFile
from tools.services.tool_files import tool_files_delete
from workflow_editor.models import FileUse, Run

LOOKED_AT_EVERY = timedelta(days=1)
"""A file that something has is looked at again after so long; what its run leaves goes within this time."""


def files_prune(now: datetime, *, batch: int) -> int:
    """Delete files that are due and had by nothing, and contents that no file has; return how many were dealt with."""
    due = ToolFile.objects.filter(expires_at__lt=now)
    ids = list(due.order_by("expires_at").values_list("pk", flat=True)[:batch])
    made = Exists(Run.objects.filter(pk=OuterRef("run_id")))
    given = Exists(FileUse.objects.filter(file=OuterRef("pk")))
    kept = ToolFile.objects.filter(made | given, pk__in=ids).values_list("pk", flat=True)
    ToolFile.objects.filter(pk__in=list(kept)).update(expires_at=now + LOOKED_AT_EVERY)
    # Asked again: something may have taken one in this moment.
    unheld = due.filter(~made, ~given, pk__in=ids).values_list("pk", flat=True)
    deleted = tool_files_delete(list(unheld)) if ids else 0
    incoming_prune()
    return deleted + contents_prune(batch=batch)
