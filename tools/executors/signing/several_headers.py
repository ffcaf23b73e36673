"""Several headers, for services that want more than one secret. Pure."""

from datetime import datetime

from tools.core.text import Text
from tools.executors.contract.schema import form_field
from tools.executors.signing.header_rows import HeaderRows
from tools.executors.signing.kind import CredentialKind, CredentialValues
from tools.executors.signing.security import with_headers
from tools.outbound.client import OutboundRequest


class HeaderValues(CredentialValues):
    headers: HeaderRows = form_field("Headers", default_factory=list, min_length=1, max_length=20, widget="key-values")


class SeveralHeaders(CredentialKind[HeaderValues]):
    """Sends the headers with every request."""

    id = "headers"
    title = Text("Several headers")
    help = Text("For services that want more than one key, such as an app ID and a secret.")

    def sign(self, request: OutboundRequest, values: HeaderValues, at: datetime) -> OutboundRequest:
        return with_headers(request, {row.key.strip(): row.value for row in values.headers if row.key.strip()})

    def secrets(self, values: HeaderValues) -> frozenset[str]:
        return frozenset(row.value for row in values.headers if row.value)
