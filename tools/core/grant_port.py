"""The port for what a person's authorisation gave us: tokens that change and must outlive a restart. No framework."""

from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Grant:
    """A person's authorisation of an app at a service."""

    account: str
    """The service's id of the person for this app, e.g. an open id."""
    refresh_token: str = field(repr=False)
    refresh_ends_at: float = 0.0
    """Seconds since the epoch; 0 when the service did not report it."""


class GrantStore(Protocol):
    """Keeps grants, encrypted. Safe to share by threads."""

    def load(self, key: str) -> Grant | None:
        """Return the grant; `key` is made by `credential_key`."""
        ...

    def save(self, key: str, grant: Grant) -> None:
        """Keep the grant in place of the one before."""
        ...
