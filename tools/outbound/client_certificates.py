"""TLS settings that show a client certificate. Pure but for a file that lives for a moment."""

import ssl
import tempfile
from dataclasses import dataclass, field

import httpx2

from tools.core.errors import ToolConfigurationError
from tools.core.text import Text

_BAD_CERTIFICATE = Text(
    "The client certificate cannot be used: certificate and private key must be in PEM form and belong together, and "
    "the passphrase must fit."
)
_BAD_AUTHORITY = Text("The certificate authority of the credential is not a certificate in PEM form.")


@dataclass(frozen=True, slots=True)
class ClientCertificate:
    """A certificate chain with its key, all in PEM form."""

    chain: str = field(repr=False)
    key: str = field(repr=False)
    passphrase: str = field(default="", repr=False)
    authority: str = field(default="", repr=False)
    """Trusted for the other side, beside the public ones."""

    def tls_settings(self) -> ssl.SSLContext:
        """Return TLS settings of a connection. Raises ToolConfigurationError without a certificate and its key."""
        settings = httpx2.create_ssl_context(trust_env=False)
        if self.authority.strip():
            try:
                settings.load_verify_locations(cadata=self.authority)
            except (ssl.SSLError, ValueError) as error:
                raise ToolConfigurationError(_BAD_AUTHORITY, details={"field": "authority"}) from error
        # OpenSSL reads them from a file only; nobody else may open this one, and it is gone right away.
        with tempfile.NamedTemporaryFile("w", suffix=".pem") as file:
            file.write(f"{self.chain.strip()}\n{self.key.strip()}\n")
            file.flush()
            try:
                # Without a text OpenSSL would ask for a passphrase at the terminal.
                settings.load_cert_chain(file.name, password=self.passphrase)
            except (ssl.SSLError, ValueError, OSError) as error:
                raise ToolConfigurationError(_BAD_CERTIFICATE, details={"field": "certificate"}) from error
        return settings
