"""Tools that use the service of a model provider: its key goes to its own address, and only to these tools."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User

from agents.models import ModelProvider
from agents.providers.presets import PRESETS as MODEL_SERVICES
from agents.services.providers import provider_create, provider_update
from tests.doubles.http_server import LoopbackServer, Received, Reply, serving
from tests.doubles.tool_ports import Cancel
from tests.tools.conftest import ToolMaker
from tools.adapters.gateway_factory import gateway
from tools.core.definitions import CallContext, Caller, ToolCall, ToolRef
from tools.core.envelope import ToolResult
from tools.executors.services.presets import PRESETS
from tools.models import Credential, ToolConfig
from tools.selectors.policies import caller_of

KEY = "planted-provider-key-7f"
SPOKEN = {"text": "Hello", "model": "glm-tts", "voice": "tongtong"}
pytestmark = pytest.mark.django_db(transaction=True)


def answer(request: Received) -> Reply:
    return Reply(200, b"ID3\x04\x00sound", {"Content-Type": "audio/mpeg"})


@pytest.fixture
def service(settings: Any) -> Iterator[LoopbackServer]:
    settings.OUTBOUND_ALLOW = ["127.0.0.1"]
    gateway.cache_clear()
    with serving(answer) as server:
        yield server
    gateway.cache_clear()


@pytest.fixture
def provider(service: LoopbackServer) -> ModelProvider:
    return provider_create(name="Ours", preset="zhipu", base_url=f"{service.url}/api/paas/v4", api_key=KEY)


def signed_with(provider: ModelProvider) -> dict[str, Any]:
    return {"credential": f"provider:{provider.pk}"}


def called(tool: ToolConfig, caller: Caller) -> ToolResult | str:
    """Turn a text into speech; return the sentence where the tool is not even offered."""
    toolbox = gateway().offer([ToolRef(tool.tool_id)], CallContext(caller))
    names = [one.function.name for one in toolbox.tools() if one.function.name.endswith("text_to_speech")]
    if not names:
        return toolbox.skipped()[0].text.en
    return toolbox.call(ToolCall("c1", names[0], SPOKEN), timeout_s=60, cancel=Cancel())


def test_speech_is_made_with_the_key_of_a_provider(
    alice: User, bob: User, make_tool: ToolMaker, provider: ModelProvider, service: LoopbackServer
) -> None:
    tool = make_tool(type="speech", config=signed_with(provider), shared=True)
    for user in (alice, bob):
        result = called(tool, caller_of(user))
        assert isinstance(result, ToolResult)
        assert result.success, result.message
        assert KEY not in repr(result)
    assert {request.path for request in service.received} == {"/api/paas/v4/audio/speech"}
    assert {request.headers["authorization"] for request in service.received} == {f"Bearer {KEY}"}


def test_a_service_that_has_another_path_beside_the_provider_gets_its_key(
    alice: User, make_tool: ToolMaker, service: LoopbackServer
) -> None:
    provider = provider_create(
        name="Ours", preset="dashscope", base_url=f"{service.url}/compatible-mode/v1", api_key=KEY
    )
    assert isinstance(
        called(make_tool(type="dashscope-speech", config=signed_with(provider)), caller_of(alice)), ToolResult
    )
    [request] = service.received
    assert request.path == "/api/v1/services/aigc/multimodal-generation/generation"
    assert request.headers["authorization"] == f"Bearer {KEY}"


def test_an_address_that_is_typed_beside_the_provider_gets_nothing(
    alice: User, make_tool: ToolMaker, provider: ModelProvider, service: LoopbackServer
) -> None:
    with serving(answer) as other:
        tool = make_tool(type="speech", config={**signed_with(provider), "url": other.url})
        assert "Remove the server URL" in str(called(tool, caller_of(alice)))
        assert not other.received
    assert not service.received


def test_a_provider_that_was_led_elsewhere_keeps_its_key(
    alice: User, make_tool: ToolMaker, provider: ModelProvider, service: LoopbackServer
) -> None:
    """Whatever wrote the row: a script, another version of the product, the database's own console."""
    tool = make_tool(type="speech", config=signed_with(provider))
    with serving(answer) as other:
        ModelProvider.objects.update(base_url=other.url)
        result = called(tool, caller_of(alice))
        assert isinstance(result, ToolResult)
        assert result.code == 1006
        assert not other.received
    assert not service.received


@pytest.mark.parametrize("change", [{"enabled": False}, {"api_key": ""}])
def test_a_provider_that_cannot_be_used_is_named(
    change: dict[str, Any], alice: User, make_tool: ToolMaker, provider: ModelProvider
) -> None:
    tool = make_tool(type="speech", config=signed_with(provider))
    provider_update(provider=provider, **change)
    assert "is off or has no key" in str(called(tool, caller_of(alice)))


@pytest.mark.parametrize("named", ["provider:", "provider:nonsense", "provider:7b0c9a52-0c0e-4f0e-9d5e-0d8f1b7a2c11"])
def test_a_provider_that_is_none_is_named(named: str, alice: User, make_tool: ToolMaker) -> None:
    tool = make_tool(type="speech", config={"credential": named})
    assert "Choose another one" in str(called(tool, caller_of(alice)))


@pytest.mark.parametrize("ui_type", ["http-request", "openapi", "mcp-server", "imap", "notion"])
@pytest.mark.parametrize("form", ["provider:{provider.pk}", "{provider.credential_id}"])
def test_no_other_tool_is_signed_with_it(
    ui_type: str, form: str, alice: User, make_tool: ToolMaker, provider: ModelProvider, service: LoopbackServer
) -> None:
    """Such a tool may call anything at the address: what a person may do with a model is less."""
    config: dict[str, Any] = {"credential": form.format(provider=provider), "url": f"{service.url}/files"}
    if ui_type == "http-request":
        config["authType"] = "credential"
    if ui_type == "openapi":
        config["api"] = {"operations": [{"id": "list", "method": "GET", "path": "/files"}]}
    if ui_type == "imap":
        config = {
            "credential": config["credential"],
            "host": "127.0.0.1",
            "username": "me",
            "port": service.server_port,
        }
    tool = make_tool(type=ui_type, config=config)
    toolbox = gateway().offer([ToolRef(tool.tool_id)], CallContext(caller_of(alice)))
    assert not toolbox.tools()
    assert "belongs to someone else" in toolbox.skipped()[0].text.en
    assert not service.received
    assert not Credential.objects.get().asked_origins


def test_services_are_named_as_providers_know_them() -> None:
    named = {one for preset in PRESETS for one in preset.providers}
    assert named
    assert named <= {one.id for one in MODEL_SERVICES if one.wire == "openai"}
