"""Reads of files, within the rights of a person or of a run."""

from uuid import UUID

from django.contrib.auth.models import User

from tools.core.definitions import CallContext
from tools.core.errors import RecordNotFoundError
from tools.core.registered.files import MISSING_FILE
from tools.core.workflow_scope import only_workflow
from tools.models import ToolFile
from tools.selectors.emergency_access import readable_owners
from tools.selectors.policies import caller_user
from tools.selectors.run_access import run_access


def tool_file_get(*, user: User, file_id: UUID) -> ToolFile:
    """Return the user's own file, or one of a readable run. Raises RecordNotFoundError otherwise."""
    row = ToolFile.objects.filter(id=file_id).first()
    if row is None or not _may_see(user, row):
        raise RecordNotFoundError(MISSING_FILE)
    return row


def tool_file_read(*, user: User, file_id: UUID) -> ToolFile:
    """Return a file for reading: as `tool_file_get`, or by emergency access. Raises RecordNotFoundError otherwise."""
    row = ToolFile.objects.filter(id=file_id).first()
    if row is None or not (_may_see(user, row) or row.owner_id in readable_owners(user)[1:]):
        raise RecordNotFoundError(MISSING_FILE)
    return row


def tool_file_for_call(*, context: CallContext, file_id: str) -> ToolFile:
    """Return a file for a call: made by or given to its run, or visible to its user.

    The last does not apply to runs started from outside: their input may contain the id. Raises RecordNotFoundError
    otherwise.
    """
    try:
        row = ToolFile.objects.filter(id=UUID(file_id)).first()
    except ValueError:
        row = None
    if row is None:
        raise RecordNotFoundError(MISSING_FILE)
    if context.run_id is not None:
        run_id = UUID(context.run_id)
        if _has(run_id, row):
            return row
        if not run_access.get().reads_for_its_user(run_id):
            raise RecordNotFoundError(MISSING_FILE)
    user = caller_user(context.caller)
    if user is None or not _may_see(user, row):
        raise RecordNotFoundError(MISSING_FILE)
    return row


def tool_file_of_run(*, run_id: UUID, file_id: UUID) -> ToolFile:
    """Return a file made by or given to a run, for readers of its output. Raises RecordNotFoundError otherwise."""
    row = ToolFile.objects.filter(id=file_id).first()
    if row is None or not _has(run_id, row):
        raise RecordNotFoundError(MISSING_FILE)
    return row


def _has(run_id: UUID, row: ToolFile) -> bool:
    return row.run_id == run_id or run_access.get().has_file(run_id, row)


def _may_see(user: User, row: ToolFile) -> bool:
    is_own = only_workflow(user) is None and row.owner_id == user.pk
    return is_own or run_access.get().shows_file(user, row)
