"""From the `provider` and `model` of a node to a client that can be called."""

from typing import NamedTuple

from django.conf import settings

from agents import selectors
from agents.core.errors import ProviderSetupError
from agents.core.prices import Prices
from agents.providers.base import ModelClient
from agents.providers.capabilities import Capabilities, capabilities_of
from agents.providers.clients import sdk_import
from agents.providers.offline import MODEL_NAME, WORD_DELAY_S, OfflineClient
from agents.providers.presets import OFFLINE
from agents.providers.registry import remote_client
from agents.providers.thoughts_apart import ThoughtsApart
from tools.core.text import Text


class ResolvedModel(NamedTuple):
    client: ModelClient
    model: str
    title: str
    """Shown name of the provider."""
    prices: Prices = Prices()


def model_resolve(provider: str, model: str) -> ResolvedModel:
    """Find the client for `offline` or a ModelProvider id; SDK clients are shared, so this costs two small queries.

    An empty `model` is the provider's default.
    Raises:
        ProviderNotFoundError: no such provider.
        ProviderSetupError: it is disabled, has no key or no model.
        ToolConfigurationError: its key cannot be decrypted.
    """
    if provider == OFFLINE.id:
        word_delay_s: float = getattr(settings, "OFFLINE_WORD_DELAY_S", WORD_DELAY_S)
        return ResolvedModel(
            ThoughtsApart(OfflineClient(word_delay_s=word_delay_s)), model or MODEL_NAME, OFFLINE.title.en
        )
    found = selectors.provider_get(provider_id=provider)
    name = found.name
    if not found.enabled:
        raise not_ready(
            Text(
                "The provider “{name}” is disabled. Choose another one, or ask an administrator to enable it.",
                name=name,
            ),
            "disabled",
            provider,
        )
    if selectors.lacks_key(found):
        raise not_ready(
            Text("The provider “{name}” has no API key. Ask an administrator to enter one.", name=name),
            "no_key",
            provider,
        )
    chosen = model or found.default_model
    if not chosen:
        raise not_ready(
            Text("Choose a model. The provider “{name}” has no default model.", name=name),
            "no_model",
            provider,
        )
    connection = selectors.provider_connection(provider=found)
    return ResolvedModel(remote_client(connection), chosen, name, connection.prices(chosen))


def models_get_ready() -> None:
    """Import the SDKs of the providers that there are, for which the first calls of a process would wait."""
    for wire in {provider.wire for provider in selectors.provider_list().filter(enabled=True)}:
        sdk_import(wire)


def model_capabilities(provider: str, model: str) -> Capabilities:
    """Return a model's capabilities; an empty name is the provider's default.

    Raises:
        ProviderNotFoundError: no such provider.
        ToolConfigurationError: its key cannot be decrypted.
    """
    if provider == OFFLINE.id:
        return capabilities_of(OFFLINE.id, model or MODEL_NAME)
    found = selectors.provider_get(provider_id=provider)
    return selectors.provider_connection(provider=found).capabilities(model or found.default_model)


def not_ready(text: Text, reason: str, provider: str) -> ProviderSetupError:
    return ProviderSetupError(text, details={"reason": reason, "provider": provider})
