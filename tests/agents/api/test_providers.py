"""The provider endpoints as staff, user and nobody see them."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from agents.models import ModelProvider
from agents.selectors import provider_connection
from tests.doubles.aimock import Aimock
from tools.models import Credential

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.agents.urls")]

KEY = "sk-very-secret-0123456789"
OPENAI = {"name": "Our OpenAI", "preset": "openai", "api_key": KEY}


@pytest.fixture
def provider(admin_api: APIClient) -> dict[str, Any]:
    answer = admin_api.post("/api/providers/", OPENAI, format="json")
    assert answer.status_code == 201, answer.content
    row: dict[str, Any] = answer.json()
    return row


def stored(provider: dict[str, Any]) -> ModelProvider:
    return ModelProvider.objects.get(id=provider["id"])


def test_presets_are_listed_in_both_languages(alice_api: APIClient) -> None:
    rows = alice_api.get("/api/providers/presets/").json()
    dashscope = next(row for row in rows if row["id"] == "dashscope")
    assert dashscope["wire"] == "openai"
    assert dashscope["base_url"] == "https://dashscope.aliyuncs.com/compatible-mode/v1"
    assert dashscope["title"]["zh"] == "阿里云百炼（北京）"
    assert rows[0]["id"] == "offline"
    assert rows[0]["needs_key"] is False


def test_a_new_provider_takes_what_is_missing_from_its_preset(provider: dict[str, Any]) -> None:
    assert provider.pop("id")
    assert provider.pop("models")[0] == provider["default_model"]
    assert provider == {
        "name": "Our OpenAI",
        "preset": "openai",
        "wire": "openai",
        "base_url": "https://api.openai.com/v1",
        "default_model": "gpt-5.5",
        "key_set": True,
        "enabled": True,
        "options": None,
        "is_builtin": False,
    }


def test_everybody_sees_providers_with_the_offline_model_first_but_no_key(
    provider: dict[str, Any], alice_api: APIClient
) -> None:
    answer = alice_api.get("/api/providers/")
    rows = answer.json()
    assert [(row["id"], row["is_builtin"]) for row in rows] == [("offline", True), (provider["id"], False)]
    assert alice_api.get(f"/api/providers/{provider['id']}/").json() == rows[1]
    assert KEY not in answer.content.decode()
    assert "api_key" not in rows[1]


def test_the_key_is_stored_encrypted(provider: dict[str, Any]) -> None:
    row = stored(provider)
    assert row.credential is not None
    assert KEY not in row.credential.ciphertext
    connection = provider_connection(provider=row)
    assert connection.api_key == KEY
    assert KEY not in repr(connection)


def test_a_change_keeps_the_key_until_another_is_entered_or_it_is_emptied(
    provider: dict[str, Any], admin_api: APIClient
) -> None:
    path = f"/api/providers/{provider['id']}/"
    changed = admin_api.patch(path, {"base_url": "https://api.openai.com/v2", "api_key": None}, format="json").json()
    assert (changed["base_url"], changed["key_set"]) == ("https://api.openai.com/v2", True)
    admin_api.patch(path, {"api_key": "sk-other"}, format="json")
    assert provider_connection(provider=stored(provider)).api_key == "sk-other"
    assert admin_api.patch(path, {"api_key": ""}, format="json").json()["key_set"] is False
    assert not Credential.objects.exists()


def test_deleting_a_provider_deletes_its_key(provider: dict[str, Any], admin_api: APIClient) -> None:
    assert admin_api.delete(f"/api/providers/{provider['id']}/").status_code == 204
    assert not ModelProvider.objects.exists()
    assert not Credential.objects.exists()


@pytest.mark.parametrize(
    ("changes", "pointer", "code"),
    [
        ({"preset": "nonsense", "base_url": "https://a.example"}, "/preset", "unknown_preset"),
        ({"preset": "offline", "base_url": "https://a.example"}, "/preset", "unknown_preset"),
        ({"preset": "custom-openai"}, "/base_url", "url_blank"),
        ({"preset": "azure"}, "/base_url", "url_placeholder"),
        ({"base_url": "ftp://a.example"}, "/base_url", "url_scheme"),
        ({"base_url": "https://"}, "/base_url", "url_scheme"),
        ({"base_url": "https://a b"}, "/base_url", "url_scheme"),
        ({"base_url": "https://me:pw@a.example"}, "/base_url", "url_userinfo"),
        ({"models": ["  "]}, "/models/0", "blank"),
        ({"name": ""}, "/name", "blank"),
    ],
)
def test_wrong_fields_are_reported_at_the_field_and_nothing_is_stored(
    admin_api: APIClient, changes: dict[str, Any], pointer: str, code: str
) -> None:
    answer = admin_api.post("/api/providers/", OPENAI | changes, format="json")
    assert answer.status_code == 400
    errors = [(error["pointer"], error["code"]) for error in answer.json()["errors"]]
    assert (pointer, code) in errors
    assert not ModelProvider.objects.exists()
    assert not Credential.objects.exists()
    assert KEY not in answer.content.decode()


def test_a_name_is_taken_once(provider: dict[str, Any], admin_api: APIClient) -> None:
    answer = admin_api.post("/api/providers/", OPENAI, format="json")
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["pointer"] == "/name"


WRITES = [
    ("post", "/api/providers/", OPENAI),
    ("patch", "/api/providers/{id}/", {"name": "x"}),
    ("delete", "/api/providers/{id}/", None),
    ("post", "/api/providers/{id}/test/", None),
]


@pytest.mark.parametrize(("method", "path", "body"), WRITES)
def test_only_staff_change_providers(
    provider: dict[str, Any], alice_api: APIClient, anonymous_api: APIClient, method: str, path: str, body: Any
) -> None:
    before = stored(provider).updated_at
    for client, status in ((alice_api, 403), (anonymous_api, 401)):
        answer = getattr(client, method)(path.format(**provider), body, format="json")
        assert answer.status_code == status
    assert stored(provider).updated_at == before


@pytest.mark.parametrize("path", ["/api/providers/", "/api/providers/presets/", "/api/providers/{id}/"])
def test_nobody_reads_without_signing_in(provider: dict[str, Any], anonymous_api: APIClient, path: str) -> None:
    assert anonymous_api.get(path.format(**provider)).status_code == 401


def test_an_unknown_provider_is_not_found(admin_api: APIClient) -> None:
    path = "/api/providers/00000000-0000-0000-0000-000000000000/"
    assert admin_api.get(path).status_code == 404
    assert admin_api.patch(path, {"name": "x"}, format="json").status_code == 404
    assert admin_api.delete(path).status_code == 404


class TestTryOut:
    @pytest.fixture
    def path(self, admin_api: APIClient, aimock: Aimock) -> str:
        body = OPENAI | {"base_url": aimock.openai_url, "default_model": "gpt-4o"}
        provider_id: str = admin_api.post("/api/providers/", body, format="json").json()["id"]
        return f"/api/providers/{provider_id}/test/"

    def test_a_working_provider_answers(self, admin_api: APIClient, aimock: Aimock, path: str) -> None:
        aimock.reply({"content": "OK"})
        report = admin_api.post(path).json()
        assert report["ok"] is True
        assert report["latency_ms"] >= 0
        assert aimock.bodies()[0]["model"] == "gpt-4o"

    def test_a_refused_key_is_reported_in_the_language_of_the_request(
        self, admin_api: APIClient, aimock: Aimock, path: str
    ) -> None:
        aimock.fail_once(401, message=f"Incorrect API key provided: {KEY}")
        report = admin_api.post(path).json()
        assert report["ok"] is False
        assert report["message"].startswith("Our OpenAI does not accept the API key.")
        assert KEY not in json.dumps(report)
        aimock.fail_once(401, message="no")
        in_chinese = admin_api.post(path, headers={"accept-language": "zh-hans"}).json()
        assert "不接受该 API 密钥" in in_chinese["message"]

    def test_a_provider_without_a_key_reports_it(self, admin_api: APIClient, path: str, admin: User) -> None:
        admin_api.patch(path.removesuffix("test/"), {"api_key": ""}, format="json")
        assert "has no API key" in admin_api.post(path).json()["message"]
