"""Shared by all providers: presets, capabilities, SDK clients, retries."""

import subprocess
from collections.abc import Iterator

import pytest

from agents.core.errors import (
    ProviderAuthError,
    ProviderError,
    ProviderRateLimitError,
    ProviderStreamError,
    ProviderUnavailableError,
    RunCancelledError,
)
from agents.core.messages import Message
from agents.providers.base import ModelRequest, StreamEvent, TextDelta
from agents.providers.capabilities import RULES, Capabilities, CapabilityRule, capabilities_of, is_closed_schema
from agents.providers.clients import anthropic_client, openai_client
from agents.providers.connection import Connection, base_url_problem
from agents.providers.failures import failure
from agents.providers.http_errors import Refusal, error_for
from agents.providers.presets import PRESETS, Preset
from agents.providers.registry import REMOTE_WIRES, remote_client
from agents.providers.retry import RetryingClient
from tests.doubles.conversation import Flag
from tests.doubles.scripted_model import ScriptedModel, ScriptedReply
from tests.runtime import PYTHON
from tools.core.definitions import JsonObject

ASK = ModelRequest(model="m", messages=(Message("user", "Hi"),))


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.id)
def test_a_preset_is_complete(preset: Preset) -> None:
    assert preset.title.en
    assert preset.title.in_language("zh")
    assert bool(preset.note.en) == bool(preset.note.in_language("zh"))
    if preset.wire != "offline":
        assert preset.wire in REMOTE_WIRES
        is_custom = preset.id.startswith("custom-")
        expected = {"azure": "placeholder"}.get(preset.id, "blank" if is_custom else None)
        assert base_url_problem(preset.base_url) == expected
        assert preset.key_page.startswith("https://") == preset.needs_key


def test_preset_ids_are_unique() -> None:
    ids = [preset.id for preset in PRESETS]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"{rule.preset}/{rule.model}")
def test_a_capability_rule_belongs_to_a_preset_and_makes_sense(rule: CapabilityRule) -> None:
    assert any(rule.applies_to(preset.id, rule.model.replace("*", "x").replace("[134]", "3")) for preset in PRESETS)
    assert Capabilities(**rule.changes) != Capabilities()


def test_an_unknown_model_of_an_unknown_service_gets_the_common_form() -> None:
    assert capabilities_of("", "whatever") == Capabilities()


@pytest.mark.parametrize(
    ("schema", "closed"),
    [
        ({"type": "string"}, True),
        ({"type": "object", "additionalProperties": False}, True),
        ({"type": "object", "properties": {}}, False),
        ({"type": "object", "properties": {"a": {}}, "required": [], "additionalProperties": False}, False),
        ({"type": "array", "items": {"type": "object"}}, False),
        ({"anyOf": [{"type": "null"}, {"type": "object"}]}, False),
        ({"type": "object", "additionalProperties": False, "$defs": {"x": {"type": "object"}}}, False),
    ],
)
def test_only_schemas_closed_all_the_way_down_are_strict(schema: JsonObject, closed: bool) -> None:
    assert is_closed_schema(schema) is closed


@pytest.mark.parametrize(
    ("url", "problem"),
    [
        ("https://api.example.com/v1", None),
        ("http://127.0.0.1:4010/v1", None),
        ("http://[::1]:80/v1", None),
        ("", "blank"),
        ("https://{resource}.example.com", "placeholder"),
        ("file:///etc/passwd", "scheme"),
        ("//api.example.com", "scheme"),
        ("https://", "scheme"),
        ("https://host:port", "scheme"),
        ("https://host name", "scheme"),
        ("https://me@host", "userinfo"),
    ],
)
def test_base_urls_are_checked(url: str, problem: str | None) -> None:
    assert base_url_problem(url) == problem


class TestClients:
    def test_one_client_serves_one_credential_and_address(self) -> None:
        first = Connection("openai", "openai", "A", "https://api.example.com/v1", "sk-1")
        same = Connection("openai", "openai", "Another title", "https://api.example.com/v1", "sk-1")
        other_key = Connection("openai", "openai", "A", "https://api.example.com/v1", "sk-2")
        assert openai_client(first) is openai_client(same)
        assert openai_client(first) is not openai_client(other_key)
        assert openai_client(first).max_retries == 0
        claude = Connection("anthropic", "anthropic", "A", "https://api.example.com", "sk-1", ("x-api-key",))
        assert anthropic_client(claude) is anthropic_client(claude)
        assert anthropic_client(claude).max_retries == 0

    def test_the_sdks_are_not_imported_before_first_use(self) -> None:
        code = (
            "import sys, agents.loop.loop, agents.providers.registry, agents.providers.offline\n"
            "sys.exit(any(name in sys.modules for name in ('openai', 'anthropic', 'httpx2')))"
        )
        assert subprocess.run([PYTHON, "-c", code], check=False).returncode == 0


class TestRetry:
    def run(self, *steps: ScriptedReply | Exception, cancel: Flag | None = None) -> tuple[str, list[float]]:
        slept: list[float] = []
        with ScriptedModel(list(steps)) as model:
            client = RetryingClient(model, sleep=slept.append)
            events = list(client.stream(ASK, cancel or Flag()))
        return "".join(event.text for event in events if isinstance(event, TextDelta)), slept

    def test_waits_grow_and_a_later_success_is_the_answer(self) -> None:
        down = ProviderUnavailableError("down")
        reported, slept = self.run(down, ProviderStreamError("broken"), ScriptedReply("Hi"))
        assert reported == "Hi"
        assert sum(slept) == pytest.approx(0.5 + 1)

    def test_three_failures_are_enough(self) -> None:
        down = ProviderUnavailableError("down")
        with pytest.raises(ProviderUnavailableError):
            self.run(down, down, down)

    def test_a_lasting_failure_is_not_repeated(self) -> None:
        with pytest.raises(ProviderAuthError):
            self.run(ProviderAuthError("wrong key"))

    def test_the_services_wish_is_honoured(self) -> None:
        _, slept = self.run(ProviderRateLimitError("slow", details={"retry_after_s": 3}), ScriptedReply("Hi"))
        assert sum(slept) == pytest.approx(3)

    def test_a_wish_for_a_long_wait_is_reported_instead(self) -> None:
        with pytest.raises(ProviderRateLimitError):
            self.run(ProviderRateLimitError("tomorrow", details={"retry_after_s": 3600}))

    def test_a_cancel_ends_the_wait(self) -> None:
        with pytest.raises(RunCancelledError):
            self.run(ProviderUnavailableError("down"), cancel=Flag(cancelled=True))

    def test_nothing_is_repeated_once_text_was_reported(self) -> None:
        class Breaking(ScriptedModel):
            def stream(self, request: ModelRequest, cancel: object) -> Iterator[StreamEvent]:
                self.requests.append(request)
                yield TextDelta("Hal")
                raise ProviderStreamError("broken")

        model = Breaking([])
        with pytest.raises(ProviderStreamError):
            list(RetryingClient(model, sleep=lambda seconds: None).stream(ASK, Flag()))
        assert len(model.requests) == 1

    def test_the_registry_wraps_its_clients(self) -> None:
        connection = Connection("openai", "openai", "A", "https://api.example.com/v1", "sk-1")
        assert isinstance(remote_client(connection), RetryingClient)


class TestFailures:
    def test_every_sentence_comes_in_both_languages(self) -> None:
        error = failure("server", "Ours", vendor_message="boom", status=503)
        assert error.message == "Ours failed with status 503. Try again later. Its message: boom"
        assert error.text.in_language("zh") == "Ours 出错（状态码 503），请稍后再试。 对方返回：boom"

    @pytest.mark.parametrize(
        "vendor_message",
        ["key sk-abcdef0123 is bad", "used Bearer abcdef012345", "my-own-secret was sent"],
    )
    def test_keys_never_appear_in_a_services_message(self, vendor_message: str) -> None:
        error: ProviderError = error_for(Refusal(400, "Ours", message=vendor_message, secret="my-own-secret"))
        assert "…" in error.message
        for secret in ("abcdef", "my-own-secret"):
            assert secret not in error.message
