"""/api/tools/invocations/ and /api/credentials/."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.tools.audit.test_audit_log import OUTCOME, RUN, record_of
from tools.adapters.gateway_factory import OrmAuditLog
from tools.api.invocations import ToolInvocationShape
from tools.audit.chain import BEGIN, END
from tools.core.text import Text
from tools.models import Credential, ToolConfig
from tools.services.credentials import credential_create

INVOCATIONS = "/api/tools/invocations/"
CREDENTIALS = "/api/credentials/"


@pytest.fixture
def calls(alice: User, bob: User) -> None:
    log = OrmAuditLog()
    log.finished(log.started(record_of(alice)), OUTCOME)
    log.refused(
        record_of(alice, tool_id="tool:2", code=1006, reason=Text.of(en="Denied.", zh="已拒绝。"), rule_id="rule")
    )
    log.started(record_of(bob, tool_id="system:get_current_time", executor="system:get_current_time"))


def found(api: APIClient, **query: Any) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = api.get(INVOCATIONS, query).json()["results"]
    return rows


def test_whatever_the_chain_seals_is_shown() -> None:
    sealed = {"code" if name == "result_code" else name for name in (*BEGIN, *END)}
    assert ToolInvocationShape.model_fields.keys() == sealed | {"id"}


@pytest.mark.usefixtures("calls")
class TestInvocations:
    def test_people_see_their_own_calls_and_staff_all_newest_first(
        self, alice_api: APIClient, charlie_api: APIClient, admin_api: APIClient
    ) -> None:
        assert [row["tool_id"] for row in found(alice_api)] == ["tool:2", "tool:1"]
        assert found(charlie_api) == []
        assert [row["username"] for row in found(admin_api)] == ["bob", "alice", "alice"]

    def test_naming_somebody_else_finds_nothing(self, charlie_api: APIClient) -> None:
        assert found(charlie_api, user="alice") == []

    @pytest.mark.parametrize(
        ("query", "count"),
        [
            ({"tool": "tool:1"}, 1),
            ({"tool": "http_request"}, 2),
            ({"user": "bob"}, 1),
            ({"result": "success"}, 1),
            ({"result": "failure"}, 1),
            ({"decision": "deny"}, 1),
            ({"run": RUN}, 3),
            ({"run": "33333333-3333-4333-8333-333333333333"}, 0),
        ],
    )
    def test_filters(self, admin_api: APIClient, query: dict[str, str], count: int) -> None:
        assert len(found(admin_api, **query)) == count

    @pytest.mark.parametrize("query", [{"run": "x"}, {"result": "x"}, {"decision": "x"}])
    def test_malformed_filters_are_refused(self, admin_api: APIClient, query: dict[str, str]) -> None:
        assert admin_api.get(INVOCATIONS, query).json()["code"] == "invalid_input"

    def test_a_row_reports_everything_in_the_language_of_the_request(self, alice_api: APIClient) -> None:
        answer = alice_api.get(INVOCATIONS, headers={"Accept-Language": "zh-hans"}).json()["results"]
        assert (answer[0]["decision"], answer[0]["reason"], answer[0]["code"]) == ("deny", "已拒绝。", 1006)
        assert (answer[1]["success"], answer[1]["duration_ms"], answer[1]["arguments"]) == (True, 13, {"city": "Oslo"})
        assert isinstance(answer[0]["id"], str)

    def test_pages_follow_a_cursor(self, admin_api: APIClient, alice: User) -> None:
        log = OrmAuditLog()
        for _number in range(60):
            log.started(record_of(alice))
        first = admin_api.get(INVOCATIONS).json()
        second = admin_api.get(first["next"]).json()
        assert (len(first["results"]), len(second["results"]), second["next"]) == (50, 13, None)


def test_a_credential_is_stored_and_never_read(alice_api: APIClient) -> None:
    body = {"name": "Key", "kind": "api_key", "values": {"key": "planted-secret"}}
    answer = alice_api.post(CREDENTIALS, body, format="json")
    assert answer.status_code == 201
    shown = answer.json().keys() - {
        "account",
        "origins",
        "asked_origins",
        "owner",
        "decides_origins",
        "max_calls",
        "per_seconds",
        "has_test_values",
        "proxy",
    }
    assert shown == {"id", "name", "kind", "created_at"}
    assert "planted-secret" not in alice_api.get(CREDENTIALS).content.decode()
    assert Credential.objects.get().values() == {"key": "planted-secret"}


def test_credentials_are_their_owners(alice: User, bob_api: APIClient, admin_api: APIClient) -> None:
    row = credential_create(name="Key", kind="api_key", values={}, owner=alice)
    assert bob_api.get(CREDENTIALS).json() == []
    assert bob_api.delete(f"{CREDENTIALS}{row.id}/").json()["code"] == "not_found"
    assert [entry["name"] for entry in admin_api.get(CREDENTIALS).json()] == ["Key"]
    assert admin_api.delete(f"{CREDENTIALS}{row.id}/").status_code == 204


def test_a_used_credential_is_kept(bot: ToolConfig, alice_api: APIClient) -> None:
    answer = alice_api.delete(f"{CREDENTIALS}{bot.credential_id}/")
    assert (answer.status_code, answer.json()["code"]) == (409, "conflict")


def test_a_credential_for_requests_is_renamed_and_its_secret_replaced(alice_api: APIClient) -> None:
    body = {"name": "Shop", "kind": "http", "values": {"secret": "one", "username": "me"}}
    address = f"{CREDENTIALS}{alice_api.post(CREDENTIALS, body, format='json').json()['id']}/"
    assert alice_api.patch(address, {"name": "Old shop"}, format="json").json()["name"] == "Old shop"
    answer = alice_api.patch(address, {"values": {"secret": "two"}}, format="json")
    assert (answer.status_code, "two" in answer.content.decode()) == (200, False)
    assert Credential.objects.get().values() == {"secret": "two"}


@pytest.mark.parametrize(
    ("values", "pointer"),
    [
        ({}, "secret"),
        ({"secret": " "}, "secret"),
        ({"secret": "a", "username": 1}, "username"),
        ({"secret": "a", "x": "y"}, "x"),
    ],
)
def test_a_credential_for_requests_holds_a_secret_and_a_user_name(
    alice_api: APIClient, values: dict[str, Any], pointer: str
) -> None:
    answer = alice_api.post(CREDENTIALS, {"name": "Shop", "kind": "http", "values": values}, format="json")
    assert [error["pointer"] for error in answer.json()["errors"]] == [f"/values/{pointer}"]


def test_the_secret_of_a_tool_is_replaced_with_the_tool(bot: ToolConfig, alice_api: APIClient) -> None:
    address = f"{CREDENTIALS}{bot.credential_id}/"
    answer = alice_api.patch(address, {"values": {"secret": "other"}}, format="json")
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, "/values")
    assert alice_api.patch(address, {"name": "Bot's key"}, format="json").status_code == 200


def test_a_credential_needs_values(alice_api: APIClient) -> None:
    answer = alice_api.post(CREDENTIALS, {"name": "Key", "kind": "api key"}, format="json")
    assert {error["pointer"] for error in answer.json()["errors"]} == {"/kind", "/values"}
