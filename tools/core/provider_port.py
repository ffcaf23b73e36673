"""Model providers as this layer knows them: an address and its key, for tools that speak to the same service. The app
that keeps them registers itself. No framework."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tools.core.definitions import CredentialUse
from tools.core.registered_port import RegisteredPort

PROVIDER_KIND: Final = "model_provider"
"""The kind of the credential with a provider's key, `{"api_key": "…"}`."""
_PREFIX: Final = "provider:"
"""Before the id of a provider where settings may also name a stored credential."""


@dataclass(frozen=True, slots=True)
class ProviderKey:
    """A provider whose key a tool may use, at its address and nowhere else."""

    address: str
    """The base URL, as administrators have entered it."""
    use: CredentialUse


FindProvider = Callable[[str], ProviderKey | None]
"""Returns the provider with this id that is on and has a key: everybody who is signed in may use it. Any text may be
asked for. Safe to share by threads."""

model_providers = RegisteredPort[FindProvider]()


def no_provider(provider_id: str) -> None:
    """`FindProvider` where there are none."""


def provider_id_of(credential: str) -> str:
    """Return the id of the provider that is named in place of a stored credential; "" for anything else."""
    return credential.removeprefix(_PREFIX) if credential.startswith(_PREFIX) else ""
