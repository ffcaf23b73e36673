"""From a node's provider and model to a client; profiles of the installation."""

from dataclasses import replace

import pytest
from django.core.exceptions import ValidationError

from agents.core.errors import ProviderNotFoundError, ProviderSetupError
from agents.core.messages import Message
from agents.models import ModelProfile, ModelProvider
from agents.providers import clients
from agents.providers.base import ModelRequest
from agents.selectors import provider_connection
from agents.services.models import model_resolve, models_get_ready
from agents.services.providers import provider_create, provider_update
from tests.doubles.aimock import API_KEY, Aimock
from tests.doubles.conversation import Flag

pytestmark = pytest.mark.django_db


@pytest.fixture
def provider() -> ModelProvider:
    return provider_create(name="Ours", preset="openai", api_key=API_KEY, default_model="gpt-4o")


def test_the_offline_model_is_always_there() -> None:
    _, model, title, _ = model_resolve("offline", "")
    assert (model, title) == ("offline", "Offline model")


def test_an_empty_model_means_the_default_one(provider: ModelProvider) -> None:
    assert model_resolve(str(provider.id), "")[1:3] == ("gpt-4o", "Ours")
    assert model_resolve(str(provider.id), "gpt-5.4").model == "gpt-5.4"


def test_a_process_gets_ready_for_the_providers_that_can_be_called(
    provider: ModelProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    provider_create(name="Off", preset="anthropic", api_key=API_KEY, enabled=False)
    imported: list[str] = []
    monkeypatch.setattr(clients, "import_module", imported.append)
    models_get_ready()
    assert imported == ["openai"]


@pytest.mark.parametrize("unknown", ["", "nonsense", "00000000-0000-0000-0000-000000000000"])
def test_an_unknown_provider_is_reported(unknown: str) -> None:
    with pytest.raises(ProviderNotFoundError):
        model_resolve(unknown, "m")


def test_a_provider_that_is_switched_off_or_has_no_key_cannot_be_used(provider: ModelProvider) -> None:
    provider_update(provider=provider, enabled=False)
    with pytest.raises(ProviderSetupError, match="disabled"):
        model_resolve(str(provider.id), "")
    provider_update(provider=provider, enabled=True, api_key="")
    with pytest.raises(ProviderSetupError, match="no API key") as caught:
        model_resolve(str(provider.id), "")
    assert "没有 API 密钥" in caught.value.text.in_language("zh")


def test_a_service_that_takes_no_key_is_ready_without_one_but_needs_a_model() -> None:
    local = provider_create(name="Local", preset="ollama")
    assert model_resolve(str(local.id), "llama").model == "llama"
    with pytest.raises(ProviderSetupError, match="Choose a model"):
        model_resolve(str(local.id), "")


@pytest.mark.parametrize(("preset", "model"), [("custom-openai", "gpt-4o"), ("custom-anthropic", "claude-x")])
def test_a_resolved_client_speaks_to_the_configured_address(preset: str, model: str, aimock: Aimock) -> None:
    url = aimock.openai_url if preset == "custom-openai" else aimock.anthropic_url
    row = provider_create(name="Mock", preset=preset, base_url=url, api_key=API_KEY)
    aimock.reply({"content": "Hello"})
    client, chosen, *_ = model_resolve(str(row.id), model)
    events = list(client.stream(ModelRequest(model=chosen, messages=(Message("user", "Hi"),)), Flag()))
    assert "".join(getattr(event, "text", "") for event in events) == "Hello"
    assert aimock.bodies()[0]["model"] == model


def test_later_profiles_win_over_earlier_ones_and_over_the_built_in_rules(provider: ModelProvider) -> None:
    assert provider_connection(provider=provider).capabilities("gpt-5.4").takes_temperature is False
    ModelProfile.objects.create(model_pattern="gpt-*", capabilities={"takes_temperature": True}, position=1)
    ModelProfile.objects.create(
        model_pattern="gpt-*", capabilities={"takes_temperature": False, "takes_strict": False}, position=0
    )
    found = provider_connection(provider=provider).capabilities("gpt-5.4")
    assert found == replace(found, takes_temperature=True, takes_strict=False)


@pytest.mark.parametrize(
    ("capabilities", "words"),
    [
        ({"takes_magic": True}, "Unknown: takes_magic"),
        ({"takes_strict": "yes"}, "takes_strict"),
        ({"token_limit_field": "tokens"}, "token_limit_field"),
        ([], "JSON object"),
    ],
)
def test_a_profile_names_only_known_capabilities(capabilities: object, words: str) -> None:
    with pytest.raises(ValidationError, match=words):
        ModelProfile(model_pattern="*", capabilities=capabilities).full_clean()


def test_a_good_profile_is_accepted() -> None:
    ModelProfile(model_pattern="*", capabilities={"token_limit_field": "max_tokens"}).full_clean()
