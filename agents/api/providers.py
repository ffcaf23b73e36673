"""Model providers: everybody lists them, administrators manage them. Keys go in and never come out."""

from typing import Annotated, Any
from uuid import UUID

from pydantic import Field

from agents import selectors
from agents.api.permissions import StaffChanges
from agents.core.effort import Effort
from agents.core.prices import PRICES
from agents.models import ModelProvider
from agents.models.model_provider import MAX_MODEL_NAME, MAX_MODELS
from agents.providers.options import MAX_BATCH
from agents.providers.presets import OFFLINE, PRESETS, Wire
from agents.services.provider_test import provider_test, provider_try
from agents.services.providers import provider_create, provider_delete, provider_update
from tools.api.contract.endpoints import FoundBy, endpoint
from tools.api.contract.fields import LocalText
from tools.api.contract.shapes import Shape
from tools.core.naming.visible_name import READABLE

STAFF = (StaffChanges,)
FoundProvider = Annotated[ModelProvider, FoundBy(selectors.provider_get)]
Price = Annotated[float, Field(ge=0, allow_inf_nan=False)] | None
ProviderName = Annotated[str, Field(min_length=1, max_length=200), READABLE]


class ProviderPreset(Shape):
    """A service that a provider can be made from."""

    id: str
    title: LocalText
    wire: Wire
    base_url: str
    """May hold {placeholders}; empty: to be entered."""
    models: list[str]
    embedding_models: list[str]
    needs_key: bool
    note: LocalText
    key_page: str
    """Page where people get a key; may be empty."""


class ProviderOptionsShape(Shape, partial=True):
    """Options for every call of a provider's models; what is left out is as it is without options."""

    effort: Effort
    """Reasoning effort of the models; empty: the service's default."""
    body: dict[str, Any]
    """Further fields of the body of each call."""
    stream: bool
    """Answers come in pieces."""
    stream_usage: bool
    """The field `stream_options` is sent."""
    embedding_batch: Annotated[int, Field(ge=1, le=MAX_BATCH)] | None
    """Texts per call; null: the preset's."""
    input_price: Price
    """Per million tokens, for models without a price in a model profile; null: none."""
    output_price: Price
    cached_price: Price
    """For tokens of the input that the service had in its cache; null: as the others."""


class Provider(Shape):
    """A connected model API; the offline model is one of them."""

    id: str
    name: str
    preset: str
    wire: Wire
    base_url: str
    default_model: str
    models: list[str]
    key_set: bool
    enabled: bool
    options: ProviderOptionsShape | None
    is_builtin: bool


class ProviderUpdate(Shape, partial=True):
    name: ProviderName
    base_url: Annotated[str, Field(min_length=1, max_length=500)]
    api_key: Annotated[str, Field(max_length=2000)] | None
    """Left out or null keeps the key, an empty text removes it."""
    default_model: Annotated[str, Field(max_length=MAX_MODEL_NAME)]
    models: Annotated[
        list[Annotated[str, Field(min_length=1, max_length=MAX_MODEL_NAME)]], Field(max_length=MAX_MODELS)
    ]
    enabled: bool
    options: ProviderOptionsShape


class ProviderCreate(ProviderUpdate):
    name: ProviderName
    preset: str = Field(min_length=1, max_length=40)
    """Id of a preset."""
    base_url: str = Field("", max_length=500)
    """Empty: the preset's."""


class ProviderTry(ProviderCreate):
    id: UUID | None = None
    """The provider that is being edited: without `api_key` its key is used, on the same origin only."""


class ProviderReportShape(Shape):
    ok: bool
    message: str
    latency_ms: int
    models: list[str]
    """Models that the service listed; empty where it lists nothing."""


@endpoint("GET", "providers/presets/")
def provider_presets_list() -> list[ProviderPreset]:
    """List the presets; what they fill in can be changed."""
    return [ProviderPreset.of(preset) for preset in PRESETS]


@endpoint("GET", "providers/", permissions=STAFF)
def providers_list() -> list[Provider]:
    """List the providers, the built-in offline model first; keys are never shown."""
    return [_OFFLINE, *(_shown(provider) for provider in selectors.provider_list())]


@endpoint("POST", "providers/", status=201, permissions=STAFF)
def providers_create(body: ProviderCreate) -> Provider:
    """Connect a model API; what is left out comes from the preset."""
    values = body.model_dump(exclude_unset=True)
    return _shown(provider_create(**values | {"api_key": values.get("api_key") or ""}))


@endpoint("POST", "providers/try/", permissions=STAFF)
def providers_try(body: ProviderTry) -> ProviderReportShape:
    """Ask the service for its models with what is given; a refusal is an answer with `ok` false."""
    stored = selectors.provider_get(provider_id=body.id) if body.id else None
    values = body.model_dump(exclude_unset=True, exclude={"id"})
    return ProviderReportShape.of(provider_try(stored=stored, **values))


@endpoint("GET", "providers/<uuid:provider_id>/", permissions=STAFF)
def providers_retrieve(provider: FoundProvider) -> Provider:
    """Return one provider without its key."""
    return _shown(provider)


@endpoint("PATCH", "providers/<uuid:provider_id>/", permissions=STAFF)
def providers_partial_update(provider: FoundProvider, body: ProviderUpdate) -> Provider:
    """Change what is given."""
    return _shown(provider_update(provider=provider, **body.model_dump(exclude_unset=True)))


@endpoint("DELETE", "providers/<uuid:provider_id>/", permissions=STAFF)
def providers_destroy(provider: FoundProvider) -> None:
    """Delete the provider and its key."""
    provider_delete(provider=provider)


@endpoint("POST", "providers/<uuid:provider_id>/test/", permissions=STAFF)
def providers_test(provider: FoundProvider) -> ProviderReportShape:
    """Ask the default model for one short answer; a refusal is an answer with `ok` false."""
    return ProviderReportShape.of(provider_test(provider=provider))


_UNSET = dict.fromkeys(("embedding_batch", *PRICES))
_OFFLINE = Provider.model_construct(
    id=OFFLINE.id,
    name=OFFLINE.title.en,
    preset=OFFLINE.id,
    wire=OFFLINE.wire,
    base_url="",
    default_model=OFFLINE.models[0],
    models=list(OFFLINE.models),
    key_set=False,
    enabled=True,
    options=None,
    is_builtin=True,
)


def _shown(provider: ModelProvider) -> Provider:
    options = provider.options and {**_UNSET, **provider.options}
    return Provider.of(provider, models=provider.model_names, options=options)
