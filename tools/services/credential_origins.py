"""Origins of credentials, changed by their owners only."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tools.adapters.access_log import access_record
from tools.core.errors import OutboundBlockedError, RecordForbiddenError
from tools.forms.local_text import local_text
from tools.models import Credential
from tools.outbound.origins import origin_of
from tools.selectors.credentials import credential_decides_origins
from tools.services.validation import invalid_field

MAX_REFUSED = 100
"""Refusals that a credential keeps; the oldest give way. They matter only to questions that are still open."""


@transaction.atomic
def credential_origin_confirm(*, credential: Credential, address: str, user: User) -> Credential:
    """Allow the credential to be sent to an address's origin.

    Raises:
        RecordForbiddenError: the credential is somebody else's.
        RecordInvalidError: it is not an address.
    """
    row, origin = _own_row(credential, address, user)
    row.origins = sorted({*row.origins, origin})
    row.refused_origins.pop(origin, None)
    access_record(user, "credential.origin_confirmed", row.name, {"origin": origin})
    return _answered(row, origin)


@transaction.atomic
def credential_origin_remove(*, credential: Credential, address: str, user: User) -> Credential:
    """Remove an origin, or refuse a requested one. Waiting runs end as refused; later calls ask again.

    Raises:
        RecordForbiddenError: the credential is somebody else's.
        RecordInvalidError: it is not an address.
    """
    row, origin = _own_row(credential, address, user)
    row.origins = [known for known in row.origins if known != origin]
    refused = {known: at for known, at in row.refused_origins.items() if known != origin}
    newest = list(refused.items())[-(MAX_REFUSED - 1) :]
    row.refused_origins = {**dict(newest), origin: timezone.now().isoformat()}
    access_record(user, "credential.origin_removed", row.name, {"origin": origin})
    return _answered(row, origin)


def _answered(row: Credential, origin: str) -> Credential:
    row.asked_origins = [asked for asked in row.asked_origins if asked["origin"] != origin]
    row.save(update_fields=["origins", "asked_origins", "refused_origins", "updated_at"])
    return row


def check_owner(credential: Credential, user: User) -> None:
    """Raise RecordForbiddenError unless the user decides where the credential is sent."""
    if not credential_decides_origins(user=user, credential=credential):
        raise RecordForbiddenError(_("Only the owner of a credential decides where it may be sent."))


def _own_row(credential: Credential, address: str, user: User) -> tuple[Credential, str]:
    check_owner(credential, user)
    try:
        origin = origin_of(address)
    except OutboundBlockedError as error:
        raise invalid_field("/origin", "invalid", local_text(error.text)) from error
    return Credential.objects.select_for_update().get(pk=credential.pk), origin
