"""Options of a provider's models: thinking, further fields, streaming, embeddings."""

from dataclasses import replace
from typing import Any

import pytest
from rest_framework.test import APIClient

from agents.core.effort import EFFORTS
from agents.core.messages import Message
from agents.core.prices import Prices
from agents.models import ModelProvider
from agents.providers.anthropic_messages import AnthropicMessagesClient
from agents.providers.base import ModelRequest, ReplyCompleted
from agents.providers.capabilities import CapabilityRule
from agents.providers.connection import Connection
from agents.providers.openai_chat import OpenAIChatClient
from agents.providers.options import ProviderOptions, effort_fields
from agents.providers.presets import PRESETS
from agents.selectors import provider_connection
from tests.agents.providers.odd_calls import anthropic_text, openai_text
from tests.doubles.conversation import Flag
from tests.doubles.stream_server import Answer, stream_server
from tools.core.definitions import JsonObject

ASK = ModelRequest(model="m-1", messages=(Message("user", "Hi"),))
WHOLE = Answer([b'{"choices": [{"message": {"content": "Hello"}}]}'], content_type="application/json")


def sent(options: ProviderOptions, request: ModelRequest = ASK, preset: str = "custom-openai") -> JsonObject:
    answer = anthropic_text("Hello") if "anthropic" in preset else WHOLE if not options.stream else openai_text("Hello")
    with stream_server(answer) as server:
        if "anthropic" in preset:
            connection = Connection("anthropic", preset, "Test", server.url.removesuffix("/v1"), options=options)
            *_, last = AnthropicMessagesClient(connection).stream(request, Flag())
        else:
            connection = Connection("openai", preset, "Test", server.url, options=options)
            *_, last = OpenAIChatClient(connection).stream(request, Flag())
    assert isinstance(last, ReplyCompleted)
    assert last.reply.message.text == "Hello"
    return server.bodies[0]


@pytest.mark.parametrize("preset", [preset.id for preset in PRESETS if preset.wire != "offline"])
def test_every_service_can_be_asked_to_think_more_or_not_at_all(preset: str) -> None:
    asked = [effort_fields(preset, effort) for effort in EFFORTS]
    assert asked[0] == {}
    assert all(asked[1:])
    assert asked[1] != asked[2]


def test_the_node_wins_over_the_provider() -> None:
    options = ProviderOptions(effort="high", body={"top_k": 20, "user": "us"})
    body = sent(options, replace(ASK, effort="off", extra={"top_k": 40}))
    assert (body["reasoning_effort"], body["top_k"], body["user"]) == ("none", 40, "us")
    assert sent(options)["reasoning_effort"] == "high"


def test_thinking_and_the_form_of_the_answer_share_a_field() -> None:
    closed: JsonObject = {"type": "object", "properties": {}, "required": [], "additionalProperties": False}
    body = sent(ProviderOptions(effort="low"), replace(ASK, json_schema=closed), "anthropic")
    assert body["output_config"].keys() == {"format", "effort"}
    assert body["thinking"] == {"type": "adaptive"}


@pytest.mark.parametrize("preset", ["custom-openai", "custom-anthropic"])
def test_streaming_can_be_turned_off(preset: str) -> None:
    body = sent(ProviderOptions(stream=False), preset=preset)
    assert body["stream"] is False
    assert "stream_options" not in body


def test_token_counts_need_not_be_asked_for() -> None:
    assert "stream_options" in sent(ProviderOptions())
    assert "stream_options" not in sent(ProviderOptions(stream_usage=False))


def test_further_fields_replace_nothing_of_ours() -> None:
    assert sent(ProviderOptions(body={"messages": []}))["messages"] == [{"role": "user", "content": "Hi"}]


UNSET = dict.fromkeys(("embedding_batch", "input_price", "output_price", "cached_price"))
OPTIONS: dict[str, Any] = {
    "effort": "low",
    "body": {"top_k": 20},
    "stream": False,
    "stream_usage": False,
    "embedding_batch": 5,
    "input_price": 2.5,
    "output_price": 10.0,
    "cached_price": 0.25,
}


@pytest.mark.django_db
@pytest.mark.urls("tests.agents.urls")
def test_the_options_of_a_provider_are_kept(admin_api: APIClient) -> None:
    body = {"name": "Ours", "preset": "custom-openai", "base_url": "http://127.0.0.1:9/v1", "options": OPTIONS}
    made = admin_api.post("/api/providers/", body, format="json")
    assert made.json()["options"] == OPTIONS
    stored = ModelProvider.objects.get(pk=made.json()["id"])
    assert provider_connection(provider=stored).options == ProviderOptions(**OPTIONS)
    changed = admin_api.patch(f"/api/providers/{stored.pk}/", {"options": {"stream": True}}, format="json")
    assert changed.json()["options"] == {"stream": True, **UNSET}


@pytest.mark.django_db
@pytest.mark.urls("tests.agents.urls")
@pytest.mark.parametrize(
    "options",
    [{"effort": "much"}, {"body": {"messages": []}}, {"body": []}, {"embedding_batch": 0}, {"cached_price": -1}],
)
def test_options_that_cannot_be_are_refused(admin_api: APIClient, options: Any) -> None:
    body = {"name": "Ours", "preset": "openai", "api_key": "key", "options": options}
    answer = admin_api.post("/api/providers/", body, format="json")
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["pointer"].startswith("/options")


def test_calls_cost_what_the_provider_has_unless_a_model_profile_has_a_price() -> None:
    options = ProviderOptions(input_price=2.0, output_price=8.0, cached_price=0.5)
    rule = CapabilityRule("*", "large", {"output_price": 40.0})
    connection = Connection("openai", "openai", "Ours", "https://api.example.com", overrides=(rule,), options=options)
    costs = {name: connection.prices(name) for name in ("small", "large")}
    assert costs == {"small": Prices(2.0, 8.0, 0.5), "large": Prices(2.0, 40.0, 0.5)}
