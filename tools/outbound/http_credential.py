"""Stored credentials that sign HTTP requests, and the port that opens them. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from tools.core.definitions import CredentialUse
from tools.core.errors import ToolConfigurationError
from tools.core.registered_port import RegisteredPort
from tools.core.text import Text

HTTP_KIND = "http"
"""The kind of a password, token or key that people enter themselves; what uses it says how it is sent."""
_NONE = Text("This credential does not exist, or it belongs to someone else.")


@dataclass(frozen=True, slots=True)
class HttpCredential:
    """The values of a credential, by the names of its kind (`tools.executors.signing`)."""

    values: Mapping[str, Any] = field(repr=False)
    kind: str = HTTP_KIND
    use: CredentialUse | None = None
    """Where it may be sent; None for a secret that comes from a variable, not from a stored credential."""
    renewable: bool = False
    """It is the token of an account: when a service refuses it, there may be a newer one."""

    @property
    def secret(self) -> str:
        """The password, token or key."""
        return str(self.values.get("secret", ""))

    @property
    def username(self) -> str:
        """What goes with a password."""
        return str(self.values.get("username", ""))


class CredentialStore(Protocol):
    """The stored credentials that requests may be signed with."""

    def find(self, credential_id: str, owner_id: int | None) -> CredentialUse | None:
        """Return a credential of this person; None for any other, and where there is no person."""
        ...

    def open(self, use: CredentialUse, *, refused: str = "") -> HttpCredential:
        """Return the values of a credential that was found; those of an account are renewed first where that is due.

        Args:
            refused: the token of an account that the service has just refused; a newer one is returned.
        Raises:
            ToolConfigurationError: it is gone or unreadable, or the account is not connected.
        """
        ...

    def reserve(self, use: CredentialUse) -> float:
        """Count a request that is about to be signed, and return 0; else the seconds until there is room for it."""
        ...

    def pause(self, use: CredentialUse, wait_s: float) -> None:
        """Sign no more requests for so many seconds: the service wants to be left alone."""
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
