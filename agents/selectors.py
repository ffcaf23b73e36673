"""Reads of the agents layer. Keys are decrypted only in `provider_connection`."""

from dataclasses import replace
from operator import attrgetter
from uuid import UUID

from django.db.models import QuerySet

from agents.core.errors import AgentNotFoundError, ProviderNotFoundError
from agents.models import AgentProfile, AgentVersion, ModelProfile, ModelProvider
from agents.providers.capabilities import CapabilityRule
from agents.providers.connection import Connection
from tools.adapters.outbound import outbound_client
from tools.adapters.thread_connections import thread_connection
from tools.core.naming.ids import uuid_of
from tools.core.registered.providers import ProviderKey
from tools.core.text import Text
from tools.outbound.origins import origin_of
from tools.rows.reader import read_row, read_rows
from tools.selectors.credentials import credential_for_origin, credential_proxy


def agent_version_list(agent: AgentProfile) -> QuerySet[AgentVersion]:
    """Return the versions of an agent without their profiles, newest first."""
    return agent.versions.select_related("created_by").defer("document")


def agent_version_get(agent: AgentProfile, number: int) -> AgentVersion:
    found = agent.versions.select_related("created_by").filter(number=number).first()
    if found is None:
        raise AgentNotFoundError(Text("This version does not exist."))
    return found


def provider_list() -> QuerySet[ModelProvider]:
    """Return all providers by name; everybody who is signed in may see them, without keys."""
    return ModelProvider.objects.all()


def provider_names_with_credential(credential_id: UUID) -> list[str]:
    return list(ModelProvider.objects.filter(credential_id=credential_id).values_list("name", flat=True))


def provider_get(*, provider_id: UUID | str) -> ModelProvider:
    """Return one provider. Raises ProviderNotFoundError if there is no such row."""
    found = provider_find(str(provider_id))
    if found is None:
        raise ProviderNotFoundError("There is no such provider.")
    return found


def lacks_key(provider: ModelProvider) -> bool:
    """Return whether the provider's required key is missing."""
    preset = provider.found_preset
    return preset is not None and preset.needs_key and not provider.key_set


def provider_connection(*, provider: ModelProvider, api_key: str | None = None) -> Connection:
    """Return the connection data of a provider, including its key.

    Args:
        api_key: used unstored in place of the stored one, with the stored proxy; that proxy's login goes to no other
            address.
    Raises:
        ToolConfigurationError: the stored key cannot be read with the keys of this installation.
        OriginNotConfirmedError: the key was entered for another address.
        OutboundBlockedError, ToolNotReachedError: the proxy of its credential must not be called, or is unknown.
    """
    preset = provider.found_preset
    key, credential = api_key or "", None
    if api_key is not None:
        credential = provider.credential
    elif provider.credential_id is not None:
        origin = origin_of(provider.base_url)
        credential = credential_for_origin(credential_id=provider.credential_id, origin=origin)
        key = str(credential.values().get("api_key", ""))
    own_proxy = credential_proxy(credential) if credential else None
    return Connection(
        wire=provider.wire,
        preset=provider.preset,
        title=provider.name,
        base_url=provider.base_url,
        api_key=key,
        key_headers=preset.key_headers if preset else (),
        key_path=preset.key_path if preset else "",
        overrides=capability_rules(),
        options=provider.call_options,
        proxy=outbound_client().over(own_proxy).checked_proxy(),
    )


def provider_key(provider_id: str) -> ProviderKey | None:
    """Fill `tools.core.registered.providers`: return the address and the key of a provider that is on and has one."""
    with thread_connection():
        provider = provider_find(provider_id)
        if provider is None or not provider.enabled or provider.credential is None:
            return None
        use = replace(provider.credential.use(), title=provider.name)
        return ProviderKey(provider.base_url, use)


def capability_rules() -> tuple[CapabilityRule, ...]:
    """Return the installation's own rules in their order."""
    profiles = sorted(read_rows(ModelProfile, order_by="id"), key=attrgetter("position"))
    return tuple(profile.rule() for profile in profiles)


def provider_find(provider: str) -> ModelProvider | None:
    """Return the provider with this id, or None; any text may be asked for."""
    provider_id = uuid_of(provider)
    return read_row(ModelProvider, id=provider_id) if provider_id else None
