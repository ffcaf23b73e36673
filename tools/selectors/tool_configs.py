"""Reads of configured tools."""

from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tools.core.definitions import Caller
from tools.core.errors import RecordForbiddenError, RecordNotFoundError
from tools.core.ids import uuid_of
from tools.models import Credential, ToolConfig
from tools.rows.reader import read_row
from tools.selectors.sharing import is_in_list_of, may_be_used_by


def tool_config_list(*, user: User) -> QuerySet[ToolConfig]:
    """Return the tools in the user's list, by name: own ones, and shared ones that the user took up."""
    return _rows().filter(is_in_list_of(user, ToolConfig))


def tool_configs_usable(*, user: User) -> QuerySet[ToolConfig]:
    """Return the tools that the user may use by their ids: own and shared ones, all for staff."""
    return _rows() if user.is_staff else _rows().filter(may_be_used_by(user))


def tool_config_get(*, user: User, config_id: UUID) -> ToolConfig:
    """Return one visible tool. Raises RecordNotFoundError if there is none for this user."""
    row = tool_configs_usable(user=user).filter(id=config_id).first()
    if row is None:
        raise RecordNotFoundError(_("This tool does not exist."))
    return row


def tool_config_may_change(*, user: User, tool: ToolConfig) -> bool:
    return user.is_staff or tool.owner_id == user.pk


def tool_config_get_for_change(*, user: User, config_id: UUID) -> ToolConfig:
    """Return one tool that the user may change, as owner or staff.

    Raises:
        RecordNotFoundError: no such row, or somebody else's.
        RecordForbiddenError: somebody else shares it.
    """
    row = tool_config_get(user=user, config_id=config_id)
    if not tool_config_may_change(user=user, tool=row):
        raise RecordForbiddenError(_("Only the owner can change this tool."))
    return row


def tool_config_for_caller(*, caller: Caller, config_id: str) -> ToolConfig | None:
    """Return the tool if this caller may use it: own and shared ones, all for staff. Malformed ids find nothing."""
    # Looked for before each call, twice: statements that need no compiling.
    key = uuid_of(config_id)
    row = read_row(ToolConfig, id=key) if key else None
    if row is None or not _may_use(row, caller):
        return None
    if row.credential_id is not None:
        row.credential = read_row(Credential, id=row.credential_id)
        if row.credential is not None and row.credential.owner_id is not None:
            row.credential.owner = read_row(User, id=row.credential.owner_id)
    return row


def _rows() -> QuerySet[ToolConfig]:
    return ToolConfig.objects.select_related("owner", "credential")


def _may_use(row: ToolConfig, caller: Caller) -> bool:
    if row.shared:
        return True
    if caller.user_id is None or row.owner_id == caller.user_id:
        return caller.user_id is not None
    person = read_row(User, id=caller.user_id)
    return person is not None and person.is_staff
