"""Client certificates (mutual TLS): the connection itself proves who calls. Pure."""

from dataclasses import replace
from datetime import datetime

from tools.core.text import Text
from tools.executors.contract.schema import form_field
from tools.executors.signing.kind import CredentialKind, CredentialValues
from tools.executors.signing.pem import with_line_ends
from tools.outbound.client import OutboundRequest
from tools.outbound.client_certificates import ClientCertificate


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
