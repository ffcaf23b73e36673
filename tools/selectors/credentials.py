"""Reads of credentials."""

from collections.abc import Iterable, Mapping
from functools import partial
from uuid import UUID

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from tools.core.errors import RecordNotFoundError
from tools.core.naming.ids import uuid_of
from tools.core.text import Text
from tools.executors.signing.kinds import KINDS
from tools.models import ACCOUNT_KIND, Account, Credential
from tools.outbound.http_credential import HTTP_KIND
from tools.outbound.origins import refusal
from tools.outbound.proxy import Proxy, read_proxy
from tools.rows.reader import read_row
from tools.selectors.sharing import OwnedRows

_SIGNS = (HTTP_KIND, ACCOUNT_KIND, *KINDS)
"""Kinds that a person may sign HTTP requests with."""


CREDENTIALS = OwnedRows(
    lambda: Credential.objects.select_related("owner", "account"),
    missing=partial(RecordNotFoundError, Text("This credential does not exist.")),
    by_staff=True,
)
"""Credentials by right; those of the installation, which nobody owns, are for staff."""


def account_get(*, user: User, credential_id: UUID) -> Account:
    """Return one of the user's own accounts; staff have none of others, since connecting acts in the owner's name.

    Raises RecordNotFoundError if there is no such account, or it is somebody else's.
    """
    row = Account.objects.select_related("credential__owner").filter(pk=credential_id, credential__owner=user).first()
    if row is None:
        raise RecordNotFoundError(_("This account does not exist."))
    return row


def credentials_by_id(ids: Iterable[str]) -> Mapping[str, Credential]:
    """Return the existing credentials of any owner, for server-side use only."""
    return {str(row.pk): row for row in Credential.objects.select_related("owner").filter(pk__in=set(ids))}


def credential_decides_origins(*, user: User, credential: Credential) -> bool:
    """Say whether the user decides where a credential may be sent: its owner; staff where it is the installation's."""
    return user.is_staff if credential.owner_id is None else credential.owner_id == user.pk


def credential_for_origin(*, credential_id: UUID, origin: str) -> Credential:
    """Return a credential that may be sent to `origin` (`tools.outbound.origins`), for server-side use only.

    Raises:
        RecordNotFoundError: no such row.
        OriginNotConfirmedError: the credential does not name this origin.
    """
    row = read_row(Credential, id=credential_id)
    if row is None:
        raise RecordNotFoundError(_("This credential does not exist."))
    if origin not in row.origins:
        raise refusal(row.use(), origin)
    return row


def credential_proxy(credential: Credential) -> Proxy | None:
    """Return the credential's own proxy, unresolved, or None. Raises ToolConfigurationError if no key fits."""
    address = credential.proxy_address()
    return read_proxy(address, credential.name) if address else None


def own_signing_credential(*, user_id: int, credential_id: str) -> Credential | None:
    """Return the user's own signing credential, also for staff, since a workflow chooses its destination."""
    key = uuid_of(credential_id)
    rows = Credential.objects.select_related("owner")
    return rows.filter(id=key, owner=user_id, kind__in=_SIGNS).first() if key else None
