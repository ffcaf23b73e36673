"""Reads of tables."""

from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from tools.core.definitions import Caller
from tools.core.errors import RecordForbiddenError, RecordNotFoundError
from tools.core.ids import uuid_of
from tools.models import DataTable
from tools.rows.reader import read_row
from tools.selectors.emergency_access import readable_owners
from tools.selectors.sharing import is_in_list_of, may_be_read_by, may_be_used_by


def data_table_list(*, user: User) -> QuerySet[DataTable]:
    """Return the user's tables by name: own, adopted shared ones, and those of emergency access."""
    opened = Q(owner__in=readable_owners(user))
    return DataTable.objects.select_related("owner").filter(is_in_list_of(user, DataTable) | opened)


def data_table_read(*, user: User, table_id: UUID) -> DataTable:
    """Return one readable table. Raises RecordNotFoundError if there is none for this user."""
    return _found(may_be_read_by(user), table_id)


def data_table_get(*, user: User, table_id: UUID) -> DataTable:
    """Return one table the user may use, own or shared. Raises RecordNotFoundError if there is none."""
    return _found(may_be_used_by(user), table_id)


def _found(allowed: Q, table_id: UUID) -> DataTable:
    row = DataTable.objects.select_related("owner").filter(allowed, id=table_id).first()
    if row is None:
        raise RecordNotFoundError(_("This table does not exist."))
    return row


def data_table_may_change(*, user: User, table: DataTable) -> bool:
    return table.owner_id == user.pk


def data_table_get_for_change(*, user: User, table_id: UUID) -> DataTable:
    """Return one table that the user owns, to change its name, columns and sharing.

    Raises:
        RecordNotFoundError: no such table, or somebody else's.
        RecordForbiddenError: somebody else shares it.
    """
    row = data_table_get(user=user, table_id=table_id)
    if not data_table_may_change(user=user, table=row):
        raise RecordForbiddenError(_("Only the owner can change this table."))
    return row


def data_table_for_caller(*, caller: Caller, table_id: str) -> DataTable | None:
    """Return the table if this caller may use it: own and shared ones. Malformed ids find nothing."""
    key = uuid_of(table_id)
    row = read_row(DataTable, id=key) if key else None
    if row is None or row.shared:
        return row
    return row if caller.user_id is not None and row.owner_id == caller.user_id else None
