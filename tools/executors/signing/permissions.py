"""Refuses calls that a connected account lacks scopes for. Pure."""

from collections.abc import Sequence

from tools.core.definitions import CredentialUse
from tools.core.errors import ToolConfigurationError
from tools.core.text import Text, all_of
from tools.outbound.oauth.services import SERVICES

_LACKS = Text(
    "The account “{name}” was not connected for this: {permissions}. Choose “Connect again” at the credential of this "
    "tool, or under Settings, Credentials."
)


def refuse_unpermitted(scopes: Sequence[str], signer: CredentialUse | None) -> None:
    """Refuse calls without the needed scopes; if these are unknown, the service decides.

    Raises ToolConfigurationError, naming the missing permissions as in the form.
    """
    service = SERVICES.get(signer.service) if signer else None
    if signer is None or service is None:
        return
    if lacking := service.lacking(signer.scopes, scopes):
        names = [Text("“{title}”", title=one.title) for one in service.permissions_for(lacking)]
        raise ToolConfigurationError(_LACKS.filled(name=signer.title, permissions=all_of(names)))
