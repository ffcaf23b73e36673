"""Stored credentials that sign HTTP requests, and the port that opens them. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from tools.core.definitions import CredentialUse
from tools.core.errors import ToolConfigurationError
from tools.core.registered.port import RegisteredPort
from tools.core.text import Text

HTTP_KIND = "http"
"""Kind of a password, token or key entered by a person; its user decides how it is sent."""
_NONE = Text("This credential does not exist, or it belongs to someone else.")


@dataclass(frozen=True, slots=True)
class HttpCredential:
    """The values of a credential, by the names of its kind (`tools.executors.signing`)."""

    values: Mapping[str, Any] = field(repr=False)
    kind: str = HTTP_KIND
    use: CredentialUse | None = None
    """Allowed origins; None for a secret from a variable."""
    renewable: bool = False
    """It is the token of an account: when a service refuses it, there may be a newer one."""

    @property
    def secret(self) -> str:
        """The password, token or key."""
        return str(self.values.get("secret", ""))

    @property
    def username(self) -> str:
        """User name for a password."""
        return str(self.values.get("username", ""))


class CredentialStore(Protocol):
    """The stored credentials that requests may be signed with."""

    def find(self, credential_id: str, owner_id: int | None) -> CredentialUse | None:
        """Return a credential of this person; None for any other, and where there is no person."""
        ...

    def open(self, use: CredentialUse, *, refused: str = "") -> HttpCredential:
        """Return a credential's values, renewing an account's token when due or if it is `refused`.

        Raises ToolConfigurationError if it is gone or unreadable, or the account is not connected.
        """
        ...

    def reserve(self, use: CredentialUse) -> float:
        """Count a request to be signed and return 0, or return the seconds until one is allowed."""
        ...

    def pause(self, use: CredentialUse, wait_s: float) -> None:
        """Block signing for `wait_s` seconds, as the service asked."""
        ...


stored_credentials = RegisteredPort[CredentialStore]()


class NoCredentials:
    """`CredentialStore` of nobody."""

    def find(self, credential_id: str, owner_id: int | None) -> CredentialUse | None:
        """See `CredentialStore`."""
        return None

    def open(self, use: CredentialUse, *, refused: str = "") -> HttpCredential:
        """See `CredentialStore`."""
        raise ToolConfigurationError(_NONE)

    def reserve(self, use: CredentialUse) -> float:
        """See `CredentialStore`."""
        return 0.0

    def pause(self, use: CredentialUse, wait_s: float) -> None:
        """See `CredentialStore`."""
