"""Refuses calls that a connected account lacks scopes for. Pure."""

from collections.abc import Sequence

from tools.core.call.advice import CONNECT_ACCOUNT
from tools.core.definitions import CredentialUse
from tools.core.errors import ToolConfigurationError
from tools.core.text import Text, all_of, sentences
from tools.outbound.oauth.service import Service
from tools.outbound.origins import person_of

_LACKS = Text("The account “{name}” was not connected for this: {permissions}.")


def refuse_unpermitted(service: Service | None, scopes: Sequence[str], signer: CredentialUse | None) -> None:
    """Refuse what the account surely may not do; where that is not known, the service decides.

    Raises ToolConfigurationError, naming the missing permissions as in the form.
    """
    if signer is None or service is None:
        return
    if lacking := service.lacking(signer.scopes, scopes):
        names = [Text("“{title}”", title=one.title) for one in service.permissions_for(lacking)]
        lacks = _LACKS.filled(name=signer.title, permissions=all_of(names))
        advice = CONNECT_ACCOUNT.text.filled(person=person_of(signer))
        raise ToolConfigurationError(sentences([lacks, advice]))
