"""The port for access tokens that expire. No framework."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True)
class IssuedToken:
    """A token as a service has just issued it."""

    value: str = field(repr=False)
    life_s: float
    """Seconds until it expires, as the service reports."""


class TokenCache(Protocol):
    """Keeps tokens until shortly before they expire. Safe to share by threads."""

    def get(self, key: str, fetch: Callable[[], IssuedToken]) -> str:
        """Return the cached token, or fetch one; concurrent callers share the fetch.

        `key` comes from `credential_key`, never the credential itself. Errors of `fetch` propagate, and nothing is
        cached.
        """
        ...

    def forget(self, key: str, token: str) -> None:
        """Drop a token that the service has refused; a newer one stays."""
        ...


def credential_key(*parts: str) -> str:
    """Return a key for what belongs to a credential, from which the credential cannot be read."""
    return hashlib.sha256("\x00".join(parts).encode()).hexdigest()
