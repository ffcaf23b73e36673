"""The kinds of credentials that people make, by id. Pure."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Annotated, Any

from pydantic import Field

from tools.core.field_errors import in_form
from tools.core.text import Text
from tools.executors.contract.schema import form_field
from tools.executors.signing.aws_v4 import AwsV4
from tools.executors.signing.digest import Digest
from tools.executors.signing.header_rows import HeaderRows
from tools.executors.signing.hmac_recipe import HmacRecipe
from tools.executors.signing.kind import CredentialKind, CredentialValues
from tools.executors.signing.security import with_headers
from tools.executors.signing.signed_token import SignedToken, with_line_ends
from tools.outbound.client import OutboundRequest
from tools.outbound.client_certificates import ClientCertificate


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


class CertificateValues(CredentialValues):
    certificate: str = form_field(
        "Certificate",
        "In PEM form, followed by the certificates of its issuers.",
        default="",
        min_length=1,
        max_length=50_000,
        widget="long-text",
    )
    key: str = form_field("Private key", "In PEM form.", default="", min_length=1, max_length=20_000, widget="secret")
    passphrase: str = form_field(
        "Passphrase", "Only for a private key that is encrypted.", default="", max_length=500, widget="secret"
    )
    authority: str = form_field(
        "Certificate authority",
        "Only for a service whose own certificate no public authority has issued. In PEM form.",
        default="",
        max_length=50_000,
        widget="long-text",
    )


class CertificateKind(CredentialKind[CertificateValues]):
    """Shows the certificate while the connection is made."""

    id = "client_certificate"
    title = Text("Client certificate (mTLS)")
    help = Text("A certificate with its private key, which the connection itself is signed with.")

    def sign(self, request: OutboundRequest, values: CertificateValues, at: datetime) -> OutboundRequest:
        return replace(request, certificate=_certificate(values))

    def try_out(self, values: CertificateValues) -> None:
        """Read certificate and key as a connection does."""
        _certificate(values).tls_settings()


def _certificate(values: CertificateValues) -> ClientCertificate:
    return ClientCertificate(values.certificate, with_line_ends(values.key), values.passphrase, values.authority)


class PlainSecret(CredentialValues):
    """The secret, and the user name that goes with a password."""

    username: str = form_field("User name", "Only for services that ask for one.", default="", max_length=500)
    secret: Annotated[str, Field(pattern=r"\S"), in_form(Text("Enter the password, token or key."))] = form_field(
        "Password, token or key", default="", max_length=10_000, widget="secret"
    )


KINDS: Mapping[str, CredentialKind[Any]] = {
    kind.id: kind for kind in (SeveralHeaders(), Digest(), AwsV4(), HmacRecipe(), SignedToken(), CertificateKind())
}
"""Those that sign requests whole."""
