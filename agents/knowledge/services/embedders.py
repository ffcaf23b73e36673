"""From the settings of a knowledge base to what makes its vectors."""

from agents import selectors
from agents.core.errors import ProviderSetupError
from agents.knowledge.embedding.embedding import Embedder, EmbeddingMeter
from agents.knowledge.models import KnowledgeBase
from agents.providers.presets import OFFLINE
from agents.services.models import not_ready
from tools.core.text import Text


def embedder_for(base: KnowledgeBase, meter: EmbeddingMeter | None = None) -> Embedder:
    """Return the base's embedder, which is cheap to make; numpy is imported with the first.

    Raises:
        ProviderNotFoundError: its provider is gone.
        ProviderSetupError: the provider is disabled, has no key, or makes no embeddings; or no model is named.
        ToolConfigurationError: the provider's key cannot be decrypted.
    """
    if base.embedding_provider == OFFLINE.id:
        from agents.knowledge.embedding.offline_embedder import OfflineEmbedder

        return OfflineEmbedder()
    provider = selectors.provider_get(provider_id=base.embedding_provider)
    name = provider.name
    if not provider.enabled:
        raise _not_ready(
            base,
            "disabled",
            Text(
                "The provider “{name}” is disabled. Choose another one, or ask an administrator to enable it.",
                name=name,
            ),
        )
    if provider.wire != "openai":
        raise _not_ready(
            base,
            "no_embeddings",
            Text(
                "“{name}” offers no embeddings. Choose a provider with OpenAI's format, or the built-in embedder.",
                name=name,
            ),
        )
    if selectors.lacks_key(provider):
        raise _not_ready(
            base,
            "no_key",
            Text("The provider “{name}” has no API key. Ask an administrator to enter one.", name=name),
        )
    if not base.embedding_model:
        raise _not_ready(base, "no_model", Text("Enter an embedding model."))
    from agents.knowledge.embedding.remote_embedder import DEFAULT_BATCH, RemoteEmbedder

    preset = provider.found_preset
    batch = provider.call_options.embedding_batch or (preset.embedding_batch if preset else DEFAULT_BATCH)
    connection = selectors.provider_connection(provider=provider)
    prices = connection.prices(base.embedding_model)
    return RemoteEmbedder(connection, base.embedding_model, batch=batch, prices=prices, meter=meter)


def _not_ready(base: KnowledgeBase, reason: str, text: Text) -> ProviderSetupError:
    return not_ready(text, reason, base.embedding_provider)
