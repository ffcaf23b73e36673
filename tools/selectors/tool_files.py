"""Reads of files that tools made."""

from uuid import UUID

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from tools.core.errors import RecordNotFoundError
from tools.models import ToolFile
from tools.selectors.run_access import may_read_run


def tool_file_get(*, user: User, file_id: UUID) -> ToolFile:
    """Return one file with its content: one's own, or of a run that the user may read; any for staff.

    Raises:
        RecordNotFoundError: no such file, or not for this user.
    """
    row = ToolFile.objects.select_related("body").filter(id=file_id).first()
    if row is None or not _may_see(user, row):
        raise RecordNotFoundError(_("This file does not exist."))
    return row


def _may_see(user: User, row: ToolFile) -> bool:
    if user.is_staff or row.owner_id == user.pk:
        return True
    return row.run_id is not None and may_read_run.get()(user, row.run_id)
