"""Writes of providers; callers make sure that only staff get here."""

from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.db import transaction

from agents.core.errors import ProviderInputError
from agents.models import ModelProvider
from agents.providers.presets import find_preset
from tools.core.definitions import JsonObject
from tools.core.registered.providers import PROVIDER_KIND
from tools.outbound.origins import fixed_origins, keeps_secrets
from tools.services.credentials import credential_create, credential_delete, credential_update
from tools.services.validation import validation_errors

POINTERS = {"/model_names": "/models"}


def provider_draft(
    *,
    name: str,
    preset: str,
    base_url: str = "",
    default_model: str = "",
    models: Sequence[str] | None = None,
    enabled: bool = True,
    options: JsonObject | None = None,
    stored: ModelProvider | None = None,
) -> ModelProvider:
    """Return a checked, unsaved provider without a key, an edit of `stored` if given. Raises ProviderInputError."""
    service = stored.preset if stored else preset
    known = find_preset(service)
    suggested = list(known.models) if known and models is None else list(models or ())
    provider = ModelProvider(
        name=name.strip(),
        preset=service,
        base_url=base_url.strip() or (known.base_url if known else ""),
        default_model=default_model.strip() or (suggested[0] if suggested else ""),
        model_names=suggested,
        enabled=enabled,
        options=options,
    )
    if stored is not None:
        # Its own name is not taken by somebody else.
        provider.id, provider._state.adding = stored.id, False
    _clean(provider)
    return provider


@transaction.atomic
def provider_create(
    *,
    name: str,
    preset: str,
    base_url: str = "",
    api_key: str = "",
    default_model: str = "",
    models: Sequence[str] | None = None,
    enabled: bool = True,
    options: JsonObject | None = None,
) -> ModelProvider:
    """Store a provider; empty values come from its preset.

    Args:
        name: shown name, unique.
        preset: id of a preset other than `offline`.
        base_url: http or https, private addresses included: only staff enter them.
        api_key: encrypted before it is stored.
        default_model: for nodes that name none.
        models: suggestions for the editor.
    Raises:
        ProviderInputError: a field is not right.
    """
    provider = provider_draft(
        name=name,
        preset=preset,
        base_url=base_url,
        default_model=default_model,
        models=models,
        enabled=enabled,
        options=options,
    )
    _store_key(provider, api_key)
    provider.save()
    return provider


@transaction.atomic
def provider_update(
    *,
    provider: ModelProvider,
    name: str | None = None,
    base_url: str | None = None,
    api_key: str | None = None,
    default_model: str | None = None,
    models: Sequence[str] | None = None,
    enabled: bool | None = None,
    options: JsonObject | None = None,
) -> ModelProvider:
    """Change the given values; None keeps the stored one, an empty `api_key` removes the key.

    A `base_url` of another origin without a key removes it too, so nobody, superusers included, can redirect it. Raises
    ProviderInputError if a field is not right.
    """
    changes = {
        "name": name.strip() if name is not None else None,
        "base_url": base_url.strip() if base_url is not None else None,
        "default_model": default_model.strip() if default_model is not None else None,
        "model_names": list(models) if models is not None else None,
        "enabled": enabled,
        "options": options,
    }
    for field, value in changes.items():
        if value is not None:
            setattr(provider, field, value)
    _clean(provider)
    if api_key is None and not keeps_key(provider, provider.base_url):
        api_key = ""
    unused = provider.credential if api_key == "" else None
    if api_key is not None:
        _store_key(provider, api_key)
    provider.save()
    if unused is not None:
        credential_delete(credential=unused)
    return provider


@transaction.atomic
def provider_delete(*, provider: ModelProvider) -> None:
    """Delete the provider and its key; nodes that name it cannot run until another one is chosen."""
    unused = provider.credential
    provider.delete()
    if unused is not None:
        credential_delete(credential=unused)


def keeps_key(provider: ModelProvider, base_url: str) -> bool:
    """Return whether the stored key was typed for this address."""
    known = provider.credential.origins if provider.credential else ()
    return keeps_secrets(known, fixed_origins(base_url))


def _store_key(provider: ModelProvider, api_key: str) -> None:
    """Point the provider to its key; the caller saves, and deletes a credential that is no longer used."""
    values, origins = {"api_key": api_key.strip()}, fixed_origins(provider.base_url)
    if not api_key:
        provider.credential = None
    elif provider.credential is None:
        provider.credential = credential_create(
            name=provider.name, kind=PROVIDER_KIND, values=values, owner=None, origins=origins
        )
    else:
        credential_update(credential=provider.credential, name=provider.name, values=values, origins=origins)


def _clean(provider: ModelProvider) -> None:
    try:
        provider.full_clean()
    except ValidationError as error:
        errors = [
            {**found, "pointer": POINTERS.get(found["pointer"], found["pointer"])} for found in validation_errors(error)
        ]
        raise ProviderInputError("Some fields are invalid.", details={"errors": errors}) from error
