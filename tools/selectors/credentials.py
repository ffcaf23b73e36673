"""Reads of credentials."""

from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tools.definitions import JsonObject
from tools.errors import RecordNotFoundError
from tools.models import Credential
from tools.rows.reader import read_row


def credential_list(*, user: User) -> QuerySet[Credential]:
    """Return the user's credentials; staff see all, those of the installation included."""
    rows = Credential.objects.all()
    return rows if user.is_staff else rows.filter(owner=user)


def credential_get(*, user: User, credential_id: UUID) -> Credential:
    """Return one credential.

    Raises:
        RecordNotFoundError: no such row, or somebody else's.
    """
    row = credential_list(user=user).filter(id=credential_id).first()
    if row is None:
        raise RecordNotFoundError(_("There is no such credential."))
    return row


def credential_values(*, credential_id: UUID) -> JsonObject:
    """Decrypt the values of a credential, for server-side use only.

    Raises:
        RecordNotFoundError: no such row.
        ToolConfigurationError: no key of this installation fits.
    """
    row = read_row(Credential, id=credential_id)
    if row is None:
        raise RecordNotFoundError(_("There is no such credential."))
    return row.values()
