"""Port to model providers: an address and key for tools that use the same service. Their app registers itself."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tools.core.definitions import CredentialUse
from tools.core.registered.port import RegisteredPort

PROVIDER_KIND: Final = "model_provider"
"""The kind of the credential with a provider's key, `{"api_key": "…"}`."""
_PREFIX: Final = "provider:"
"""Before the id of a provider where settings may also name a stored credential."""


@dataclass(frozen=True, slots=True)
class ProviderKey:
    """A provider with a key that a tool may use, at its address only."""

    address: str
    """The base URL, as administrators have entered it."""
    use: CredentialUse


FindProvider = Callable[[str], ProviderKey | None]
"""Finds an enabled provider with a key by id, which may be any text. Thread-safe."""

model_providers = RegisteredPort[FindProvider]()


def no_provider(provider_id: str) -> None:
    """`FindProvider` where there are none."""


def provider_id_of(credential: str) -> str:
    """Return the id of the provider that is named in place of a stored credential; "" for anything else."""
    return credential.removeprefix(_PREFIX) if credential.startswith(_PREFIX) else ""
