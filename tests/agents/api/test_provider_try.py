"""Unsaved provider input is tried: models, or one sentence about the problem."""

import json
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from rest_framework.test import APIClient

from agents.models import ModelProvider
from agents.providers import model_list
from tests.doubles.http_server import LoopbackServer, Received, Reply, serving
from tests.doubles.proxy import tunnels_to
from tests.doubles.silent_server import SilentServer
from tools.models import Credential
from tools.services.credentials import credential_update

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.agents.urls")]

PATH = "/api/providers/try/"
KEY = "sk-typed-0123456789"
STORED_KEY = "sk-stored-0123456789"
LIST = {"data": [{"id": "small"}, {"id": "large"}, {"id": "small"}, {"id": " "}, {"id": "x" * 201}]}
WIRES = ["openai", "anthropic"]


class Service:
    """Answers by path; what it has no answer for, it does not know."""

    def __init__(self) -> None:
        self.answers: dict[str, Reply] = {}
        self.server: LoopbackServer

    def __call__(self, received: Received) -> Reply:
        for path, reply in self.answers.items():
            if received.path.endswith(path):
                return reply
        return Reply.of_json({"error": {"message": "not found"}}, 404)

    @property
    def keys(self) -> list[str]:
        """Keys that arrived, in the order of the requests."""
        heads = [received.headers for received in self.server.received]
        return [head.get("x-api-key") or head["authorization"].removeprefix("Bearer ") for head in heads]


@pytest.fixture
def service() -> Iterator[Service]:
    service = Service()
    with serving(service) as server:
        service.server = server
        yield service


def typed(service: Service, wire: str = "openai", **changes: Any) -> dict[str, Any]:
    draft = {"name": "Ours", "preset": f"custom-{wire}", "base_url": service.server.url, "api_key": KEY}
    return draft | changes


def tried(client: APIClient, body: dict[str, Any]) -> dict[str, Any]:
    answer = client.post(PATH, body, format="json")
    assert answer.status_code == 200, answer.content
    assert KEY not in answer.content.decode()
    report: dict[str, Any] = answer.json()
    return report


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize("listed", [LIST, LIST["data"]])
def test_the_models_are_listed_with_the_typed_key_and_nothing_is_stored(
    admin_api: APIClient, service: Service, wire: str, listed: Any
) -> None:
    service.answers["/models"] = Reply.of_json(listed)
    report = tried(admin_api, typed(service, wire))
    assert (report["ok"], report["models"]) == (True, ["small", "large"])
    assert service.keys == [KEY]
    assert not ModelProvider.objects.exists()
    assert not Credential.objects.exists()


REFUSED = {"error": {"message": f"Incorrect API key provided: {KEY}", "type": "authentication_error"}}
ANSWERS = [
    (Reply.of_json(REFUSED, 401), "does not accept the API key"),
    (Reply.of_json({"error": {"message": "no"}}, 403), "does not allow this key"),
    (Reply.of_json({}, 404), "does not know the model or the URL"),
    (Reply.of_json({}, 429), "too many requests"),
    (Reply.of_json({}, 503), "failed with status 503"),
    (Reply(200, b"<html>Welcome</html>", {"Content-Type": "text/html"}), "invalid response. Check the base URL"),
    (Reply.of_json({"hello": "world"}), "invalid response. Check the base URL"),
    (Reply.of_json({"data": [{"name": "a"}]}), "invalid response. Check the base URL"),
    (Reply(302, b"", {"Location": "http://127.0.0.1:9/models"}), "invalid response. Check the base URL"),
]


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize(("reply", "words"), ANSWERS)
def test_what_is_wrong_is_one_sentence(
    admin_api: APIClient, service: Service, wire: str, reply: Reply, words: str
) -> None:
    service.answers["/models"] = reply
    report = tried(admin_api, typed(service, wire))
    assert report["ok"] is False
    assert words in report["message"]
    assert report["models"] == []


def test_the_sentence_is_in_the_language_of_the_request(admin_api: APIClient, service: Service) -> None:
    service.answers["/models"] = Reply.of_json(REFUSED, 401)
    answer = admin_api.post(PATH, typed(service), format="json", headers={"accept-language": "zh-hans"})
    assert "不接受该 API 密钥" in answer.json()["message"]


def test_an_address_without_a_server_is_named(admin_api: APIClient, service: Service) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    report = tried(admin_api, typed(service, base_url=f"http://127.0.0.1:{port}/v1"))
    assert f"could not be reached at http://127.0.0.1:{port}/v1" in report["message"]


def test_a_name_that_no_server_has_is_named(admin_api: APIClient, service: Service) -> None:
    report = tried(admin_api, typed(service, base_url="https://no-such-host.invalid/v1"))
    assert "no server with the name in https://no-such-host.invalid/v1" in report["message"]


def test_a_server_that_does_not_speak_tls_is_named(admin_api: APIClient, service: Service) -> None:
    address = service.server.url.replace("http://", "https://")
    assert "has no valid certificate" in tried(admin_api, typed(service, base_url=address))["message"]


def test_a_silent_service_is_not_waited_for(
    admin_api: APIClient, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model_list, "LONGEST_LIST_S", 0.2)
    silent = SilentServer()
    report = tried(admin_api, typed(service, base_url=silent.url))
    assert "did not respond in time" in report["message"]
    assert silent.left.wait(60)
    silent.close()


def test_a_service_that_lists_nothing_is_asked_for_one_answer(admin_api: APIClient, service: Service) -> None:
    chunk = {"choices": [{"index": 0, "delta": {"content": "OK"}, "finish_reason": "stop"}]}
    stream = f"data: {json.dumps(chunk)}\n\ndata: [DONE]\n\n".encode()
    service.answers["/chat/completions"] = Reply(200, stream, {"Content-Type": "text/event-stream"})
    report = tried(admin_api, typed(service, default_model="m-1"))
    assert (report["ok"], report["models"]) == (True, [])
    assert service.keys == [KEY, KEY]
    service.answers["/chat/completions"] = Reply.of_json(REFUSED, 401)
    assert "does not accept the API key" in tried(admin_api, typed(service, default_model="m-1"))["message"]


def test_a_list_that_is_open_to_everybody_does_not_prove_a_key(admin_api: APIClient, service: Service) -> None:
    service.answers = {"/models": Reply.of_json(LIST), "/key": Reply.of_json(REFUSED, 401)}
    draft = typed(service, preset="openrouter")
    assert "does not accept the API key" in tried(admin_api, draft)["message"]
    service.answers["/key"] = Reply.of_json({"data": {"label": "mine"}})
    assert tried(admin_api, draft)["models"] == ["small", "large"]


@pytest.fixture
def stored(admin_api: APIClient, service: Service) -> str:
    body = typed(service, api_key=STORED_KEY, base_url=f"{service.server.url}/v1")
    provider_id: str = admin_api.post("/api/providers/", body, format="json").json()["id"]
    return provider_id


@pytest.mark.parametrize(
    ("changes", "sent"),
    [
        ({}, [STORED_KEY]),
        ({"base_url": "{origin}/v2"}, [STORED_KEY]),
        ({"api_key": KEY}, [KEY]),
        ({"base_url": "{elsewhere}/v1"}, None),
        ({"base_url": "{elsewhere}/v1", "api_key": KEY}, [KEY]),
    ],
)
def test_a_stored_key_is_used_on_its_own_origin_only(
    admin_api: APIClient, service: Service, stored: str, changes: dict[str, str], sent: list[str] | None
) -> None:
    service.answers["/models"] = Reply.of_json(LIST)
    origin = service.server.url
    blanks = {"origin": origin, "elsewhere": origin.replace("127.0.0.1", "localhost")}
    body = typed(service, id=stored, base_url=f"{origin}/v1") | {"api_key": None}
    body |= {name: value.format(**blanks) for name, value in changes.items()}
    report = tried(admin_api, body)
    assert service.keys == (sent or [])
    assert report["ok"] is (sent is not None)
    if sent is None:
        assert "is not sent here" in report["message"]
    row = ModelProvider.objects.get()
    assert row.base_url == f"{origin}/v1"


@pytest.mark.parametrize(
    ("changes", "goes_over_it"),
    [
        ({"api_key": None}, True),
        ({"api_key": KEY}, True),
        ({"api_key": KEY, "base_url": "{elsewhere}/v1"}, True),
        ({"api_key": None, "base_url": "{elsewhere}/v1"}, False),
        ({"api_key": ""}, False),
    ],
    ids=["stored key", "new key", "new key elsewhere", "stored key elsewhere", "no key"],
)
def test_a_trial_takes_the_way_that_saving_it_would(
    admin_api: APIClient, service: Service, stored: str, settings: Any, changes: dict[str, Any], goes_over_it: bool
) -> None:
    settings.OUTBOUND_ALLOW = ["127.0.0.1"]
    service.answers["/models"] = Reply.of_json(LIST)
    elsewhere = service.server.url.replace("127.0.0.1", "localhost")
    with tunnels_to(service.server.server_port) as proxy:
        proxy.user = "me:planted-pass"
        credential_update(credential=Credential.objects.get(), proxy=f"http://me:planted-pass@127.0.0.1:{proxy.port}")
        draft = typed(service, id=stored, base_url=f"{service.server.url}/v1") | changes
        draft["base_url"] = draft["base_url"].format(elsewhere=elsewhere)
        tried(admin_api, draft)
        assert proxy.places == ([f"{draft['base_url']}/models"] if goes_over_it else [])
        tries = len(service.server.received)
        # What is kept after saving decides: the key with its proxy, or neither of them.
        admin_api.patch(f"/api/providers/{stored}/", _without_nothing(draft), format="json")
        row = ModelProvider.objects.get()
        assert bool(row.credential and row.credential.proxy) is goes_over_it
    assert tries == (0 if draft["api_key"] is None and not goes_over_it else 1)
    assert "proxy-authorization" not in {name for one in service.server.received for name in one.headers}


def test_a_proxy_that_may_no_longer_be_called_is_the_report(
    admin_api: APIClient, service: Service, stored: str, settings: Any
) -> None:
    settings.OUTBOUND_ALLOW = ["127.0.0.1"]
    credential_update(credential=Credential.objects.get(), proxy="http://me:planted-pass@127.0.0.1:1")
    settings.OUTBOUND_ALLOW = []
    for key in (KEY, None):
        report = tried(admin_api, typed(service, id=stored, base_url=f"{service.server.url}/v1", api_key=key))
        assert report["ok"] is False
        assert "The proxy of the credential “Ours” cannot be used" in report["message"]
        assert "planted" not in report["message"]
    assert service.server.received == []


def _without_nothing(draft: dict[str, Any]) -> dict[str, Any]:
    changed = {name: value for name, value in draft.items() if name in {"base_url", "api_key"}}
    return {name: value for name, value in changed.items() if value is not None}


def test_a_missing_key_and_wrong_fields_are_reported_before_anything_is_sent(
    admin_api: APIClient, service: Service
) -> None:
    report = tried(admin_api, typed(service, preset="openai") | {"api_key": ""})
    assert (report["ok"], report["message"]) == (False, "Enter the API key.")
    answer = admin_api.post(PATH, typed(service, base_url="ftp://a.example"), format="json")
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["pointer"] == "/base_url"
    unknown = typed(service, id="00000000-0000-0000-0000-000000000000")
    assert admin_api.post(PATH, unknown, format="json").status_code == 404
    assert service.keys == []


def test_only_staff_try(alice_api: APIClient, anonymous_api: APIClient, service: Service) -> None:
    assert alice_api.post(PATH, typed(service), format="json").status_code == 403
    assert anonymous_api.post(PATH, typed(service), format="json").status_code == 401
    assert service.keys == []
