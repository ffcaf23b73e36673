"""The credential that a person makes to sign HTTP requests with. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tools.core.definitions import CredentialUse

HTTP_KIND = "http"
"""Only credentials of this kind are sent where a workflow says; others belong to one tool or one model API."""
_SECRET, _USERNAME = "secret", "username"


@dataclass(frozen=True, slots=True)
class HttpCredential:
    """A password, token or key, and the user name that goes with a password."""

    secret: str = field(repr=False)
    username: str = ""
    use: CredentialUse | None = None
    """Where it may be sent; None for a secret that comes from a variable, not from a stored credential."""
    renewable: bool = False
    """It is the token of an account: when a service refuses it, there may be a newer one."""

    @classmethod
    def of(cls, values: Mapping[str, Any], use: CredentialUse, *, renewable: bool = False) -> "HttpCredential":
        """Read the values of a stored credential."""
        return cls(str(values.get(_SECRET, "")), str(values.get(_USERNAME, "")), use, renewable)


def refused_value(values: Mapping[str, Any]) -> str | None:
    """Return the name of a value that is missing, unknown or no text in an HTTP credential; None if all are right."""
    if not str(values.get(_SECRET, "")).strip():
        return _SECRET
    known = {_SECRET, _USERNAME}
    return next((name for name, value in values.items() if name not in known or not isinstance(value, str)), None)
