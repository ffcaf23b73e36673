"""Refuses calls that a connected account lacks scopes for. Pure."""

from collections.abc import Sequence

from tools.core.definitions import CredentialUse
from tools.core.errors import ToolConfigurationError
from tools.core.text import Text, all_of
from tools.outbound.oauth.service import Service

_LACKS = Text(
    "The account “{name}” was not connected for this: {permissions}. Choose “Connect again” at the credential of this "
    "tool, or under Settings, Credentials."
)


def refuse_unpermitted(service: Service | None, scopes: Sequence[str], signer: CredentialUse | None) -> None:
    """Refuse what the account surely may not do; where that is not known, the service decides.

    Raises ToolConfigurationError, naming the missing permissions as in the form.
    """
    if signer is None or service is None:
        return
    if lacking := service.lacking(signer.scopes, scopes):
        names = [Text("“{title}”", title=one.title) for one in service.permissions_for(lacking)]
        raise ToolConfigurationError(_LACKS.filled(name=signer.title, permissions=all_of(names)))
