"""Reads of credentials."""

from collections.abc import Iterable, Mapping
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tools.core.definitions import Caller, JsonObject
from tools.core.errors import RecordNotFoundError
from tools.core.ids import uuid_of
from tools.models import ACCOUNT_KIND, Account, Credential
from tools.outbound.http_credential import HTTP_KIND, HttpCredential
from tools.outbound.origins import refusal
from tools.rows.reader import read_row

_SIGNS = (HTTP_KIND, ACCOUNT_KIND)
"""Kinds that a person may sign HTTP requests with."""


def credential_list(*, user: User) -> QuerySet[Credential]:
    """Return the user's credentials; staff see all, those of the installation included."""
    rows = Credential.objects.select_related("owner", "account")
    return rows if user.is_staff else rows.filter(owner=user)


def credential_get(*, user: User, credential_id: UUID) -> Credential:
    """Return one credential.

    Raises:
        RecordNotFoundError: no such row, or somebody else's.
    """
    row = credential_list(user=user).filter(id=credential_id).first()
    if row is None:
        raise RecordNotFoundError(_("This credential does not exist."))
    return row


def account_get(*, user: User, credential_id: UUID) -> Account:
    """Return one of the user's own accounts; whoever connects it acts in its owner's name, so staff do not either.

    Raises:
        RecordNotFoundError: no such account, or somebody else's.
    """
    row = Account.objects.select_related("credential__owner").filter(pk=credential_id, credential__owner=user).first()
    if row is None:
        raise RecordNotFoundError(_("This account does not exist."))
    return row


def account_for_caller(*, caller: Caller, credential_id: str) -> Account | None:
    """Return an account of the caller's own; None when this is no account, or not the caller's."""
    key = uuid_of(credential_id)
    if key is None or caller.user_id is None:
        return None
    rows = Account.objects.select_related("credential__owner")
    return rows.filter(pk=key, credential__owner=caller.user_id).first()


def credentials_by_id(ids: Iterable[str]) -> Mapping[str, Credential]:
    """Return those of the credentials that still exist, whoever's they are, for server-side use only."""
    return {str(row.pk): row for row in Credential.objects.select_related("owner").filter(pk__in=set(ids))}


def credential_decides_origins(*, user: User, credential: Credential) -> bool:
    """Say whether the user decides where a credential may be sent: its owner; staff where it is the installation's."""
    return user.is_staff if credential.owner_id is None else credential.owner_id == user.pk


def credential_values(*, credential_id: UUID, origin: str) -> JsonObject:
    """Decrypt the values of a credential, for server-side use only.

    Args:
        origin: where they are about to be sent (`tools.outbound.origins`).
    Raises:
        RecordNotFoundError: no such row.
        OriginNotConfirmedError: the credential does not name this origin.
        ToolConfigurationError: no key of this installation fits.
    """
    row = read_row(Credential, id=credential_id)
    if row is None:
        raise RecordNotFoundError(_("This credential does not exist."))
    if origin not in row.origins:
        raise refusal(row.use(), origin)
    return row.values()


def http_credential_exists(*, user: User, credential_id: str) -> bool:
    """Say whether the user may sign requests with this credential; malformed ids find nothing."""
    return _own_http(user.pk, credential_id) is not None


def http_credential_for_caller(*, caller: Caller, credential_id: str) -> HttpCredential | None:
    """Return what to sign a request with: only one's own, also for staff, because a workflow says where it is sent.

    Raises:
        ToolConfigurationError: no key of this installation fits.
    """
    row = None if caller.user_id is None else _own_http(caller.user_id, credential_id)
    return HttpCredential.of(row.values(), row.use()) if row else None


def _own_http(user_id: int, credential_id: str) -> Credential | None:
    key = uuid_of(credential_id)
    return (
        Credential.objects.select_related("owner").filter(id=key, owner=user_id, kind__in=_SIGNS).first()
        if key
        else None
    )
