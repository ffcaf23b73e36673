"""/api/tools/types/ and /api/tools/configs/: alice owns, bob and charlie are others, admin is staff."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.doubles.unfinished_tool import take_code_away
from tests.tools.conftest import WEBHOOK, ToolMaker
from tools.checks import PROMISED_UI_TYPES
from tools.models import Credential, ToolConfig, ToolInvocation
from tools.services.policies import policy_create

CONFIGS = "/api/tools/configs/"
WITH_SECRETS = {
    "url": "https://api.example.com/items?q=tea&api_key=planted-secret-url",
    "headers": [
        {"key": "Authorization", "value": "Bearer planted-secret-header"},
        {"key": "Accept", "value": "text/plain"},
    ],
}


def address(tool: ToolConfig, tail: str = "") -> str:
    return f"{CONFIGS}{tool.id}/{tail}"


def test_the_catalogue_has_the_promised_ui_types_and_the_clock(
    alice_api: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_code_away(monkeypatch, "xiaohongshu")
    entries = {entry["type"]: entry for entry in alice_api.get("/api/tools/types/").json()}
    assert {entry["type"] for entry in entries.values() if entry["kind"] == "configured"} == set(PROMISED_UI_TYPES)
    assert entries["system:get_current_time"]["kind"] == "builtin"
    http = entries["http-request"]
    assert (http["executor"], http["implemented"], http["unimplemented_message"]) == ("http_request", True, None)
    assert http["default_config"]["timeout"] == 30_000
    assert http["config_schema"]["properties"]["method"]["x-translations"]["zh"]["title"] == "请求方法"
    assert set(entries["xiaohongshu"]["unimplemented_message"]) == {"en", "zh"}


def test_a_created_tool_comes_back_without_its_secret(alice_api: APIClient) -> None:
    config = {"webhookUrl": WEBHOOK, "messageType": "markdown", "title": "News"}
    body = {"type": "notification-feishu", "name": "Bot", "config": config}
    answer = alice_api.post(CONFIGS, body, format="json")
    assert answer.status_code == 201
    tool = answer.json()
    assert tool["config"] == {"messageType": "markdown", "title": "News", "webhookUrl": None, "secret": None}
    assert tool["secrets_set"] == ["webhookUrl"]
    assert tool["tool_id"] == f"tool:{tool['id']}"
    assert tool["function_name"] == "bot"
    assert "webhook_url" not in str(tool["parameters_schema"])
    assert (tool["implemented"], tool["enabled"], tool["shared"]) == (True, True, False)
    assert tool["owner"]["username"] == "alice"
    assert "planted-secret" not in alice_api.get(CONFIGS).content.decode()


def test_wrong_settings_are_answered_with_pointers(alice_api: APIClient) -> None:
    answer = alice_api.post(CONFIGS, {"type": "http-request", "name": "X", "config": {"timeout": 1}}, format="json")
    assert answer.status_code == 400
    assert answer.json()["code"] == "invalid_input"
    assert [error["pointer"] for error in answer.json()["errors"]] == ["/config/timeout"]


def test_field_errors_speak_the_language_of_the_request(alice_api: APIClient) -> None:
    body = {"type": "http-request", "name": "X", "config": {"nonsense": 1}}
    answer = alice_api.post(CONFIGS, body, format="json", headers={"Accept-Language": "zh-hans"})
    assert answer.json()["errors"][0]["message"] == "没有这个字段，请删除。"


@pytest.mark.parametrize("body", [{}, {"type": "http-request"}, {"type": "http-request", "name": "X", "config": []}])
def test_malformed_bodies_are_refused(alice_api: APIClient, body: dict[str, Any]) -> None:
    answer = alice_api.post(CONFIGS, body, format="json")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_input")
    assert not ToolConfig.objects.exists()


def test_people_and_staff_list_their_own_tools_and_those_they_took_up(
    make_tool: ToolMaker, bob: User, alice_api: APIClient, bob_api: APIClient, admin_api: APIClient
) -> None:
    for taken_up in (make_tool(name="Private"), make_tool(name="Shared", shared=True)):
        taken_up.taken_up_by.add(bob)
    make_tool(name="Offered", shared=True)

    def names(api: APIClient) -> list[str]:
        return [tool["name"] for tool in api.get(CONFIGS).json()]

    assert names(alice_api) == ["Offered", "Private", "Shared"]
    assert names(bob_api) == ["Shared"]
    assert names(admin_api) == []


@pytest.mark.parametrize("method", ["get", "patch", "delete"])
def test_a_private_tool_does_not_exist_for_strangers(bot: ToolConfig, charlie_api: APIClient, method: str) -> None:
    answer = getattr(charlie_api, method)(address(bot))
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_a_private_tool_cannot_be_tested_by_strangers(bot: ToolConfig, charlie_api: APIClient) -> None:
    assert charlie_api.post(address(bot, "test/"), {}, format="json").status_code == 404


@pytest.mark.parametrize("method", ["patch", "delete"])
def test_a_shared_tool_is_changed_by_its_owner_only(make_tool: ToolMaker, bob_api: APIClient, method: str) -> None:
    shared = make_tool(shared=True)
    assert bob_api.get(address(shared)).status_code == 200
    answer = getattr(bob_api, method)(address(shared), {"name": "Mine"}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    shared.refresh_from_db()
    assert shared.name == "Weather"


def test_secrets_in_headers_and_addresses_never_come_back(make_tool: ToolMaker, alice_api: APIClient) -> None:
    tool = make_tool(config=WITH_SECRETS)
    answer = alice_api.get(address(tool)).json()
    assert answer["config"] == {
        "url": "https://api.example.com/items?q=tea&api_key=***",
        "headers": [{"key": "Authorization", "value": None}, {"key": "Accept", "value": "text/plain"}],
    }
    assert answer["secrets_set"] == ["headers/authorization", "url?api_key"]


def test_saving_what_was_shown_keeps_every_secret(make_tool: ToolMaker, alice_api: APIClient) -> None:
    tool = make_tool(config=WITH_SECRETS)
    shown = alice_api.get(address(tool)).json()["config"]
    shown["url"] = shown["url"].replace("q=tea", "q=coffee")
    shown["headers"].reverse()
    assert alice_api.patch(address(tool), {"config": shown}, format="json").status_code == 200
    tool.refresh_from_db()
    full = tool.full_config()
    assert full["url"] == "https://api.example.com/items?q=coffee&api_key=planted-secret-url"
    assert full["headers"][1] == {"key": "Authorization", "value": "Bearer planted-secret-header"}


def test_a_gap_without_a_stored_secret_is_refused_at_its_field(make_tool: ToolMaker, alice_api: APIClient) -> None:
    tool = make_tool()
    headers = [{"key": "X-Api-Key", "value": None}]
    answer = alice_api.patch(address(tool), {"config": {"headers": headers}}, format="json")
    assert [error["pointer"] for error in answer.json()["errors"]] == ["/config/headers/0/value"]
    answer = alice_api.patch(address(tool), {"config": {"url": "https://a.example/?token=***"}}, format="json")
    assert [(error["pointer"], error["code"]) for error in answer.json()["errors"]] == [
        ("/config/url", "secret_missing")
    ]


def test_others_see_a_shared_tool_without_its_secrets(make_tool: ToolMaker, bob_api: APIClient) -> None:
    shared = make_tool(shared=True, config=WITH_SECRETS)
    assert "planted-secret" not in bob_api.get(address(shared)).content.decode()


def test_staff_may_change_any_tool(bot: ToolConfig, admin_api: APIClient) -> None:
    answer = admin_api.patch(address(bot), {"enabled": False}, format="json")
    assert (answer.status_code, answer.json()["enabled"]) == (200, False)


def test_a_patch_keeps_the_secret(bot: ToolConfig, alice_api: APIClient) -> None:
    config = {"messageType": "markdown", "title": "Old news"}
    answer = alice_api.patch(address(bot), {"config": config | {"webhookUrl": None}}, format="json")
    assert answer.json()["secrets_set"] == ["webhookUrl"]
    assert ToolConfig.objects.get().full_config() == config | {"webhookUrl": WEBHOOK}


def test_a_deleted_tool_is_gone(bot: ToolConfig, alice_api: APIClient) -> None:
    assert alice_api.delete(address(bot)).status_code == 204
    assert alice_api.get(address(bot)).status_code == 404


@pytest.mark.parametrize(
    "path",
    ["/api/tools/types/", CONFIGS, "/api/tools/policies/", "/api/tools/policies/explain/?tool=*",
     "/api/tools/invocations/", "/api/credentials/"],
)  # fmt: skip
def test_nothing_is_reported_without_signing_in(anonymous_api: APIClient, path: str) -> None:
    answer = anonymous_api.get(path)
    assert (answer.status_code, answer.json()["code"]) == (401, "not_signed_in")


def test_the_test_button_rehearses_and_writes_the_audit_log(bot: ToolConfig, alice_api: APIClient) -> None:
    body = {"arguments": {"content": "hello"}, "mode": "test"}
    answer = alice_api.post(address(bot, "test/"), body, format="json")
    assert answer.status_code == 200
    report = answer.json()
    assert report["success"]
    assert report["result"]["metadata"]["testMode"] is True
    assert report["result"]["code"] == 0
    assert "planted-secret" not in answer.content.decode()
    row = ToolInvocation.objects.get()
    assert (row.username, row.origin, row.mode, row.tool_id, row.decision, row.success) == (
        "alice", "test_button", "test", bot.tool_id, "allow", True
    )  # fmt: skip
    assert "planted-secret" not in f"{row.arguments} {row.result} {row.message}"


DRAFTS = ["draft/", "try/"]
NEW_BOT = {"type": "notification-feishu", "name": "Bot", "config": {"webhookUrl": WEBHOOK}}


def test_a_tool_is_tried_before_it_is_stored(alice_api: APIClient) -> None:
    draft = alice_api.post(f"{CONFIGS}draft/", NEW_BOT, format="json").json()
    assert "content" in draft["parameters_schema"]["properties"]
    answer = alice_api.post(f"{CONFIGS}try/", {**NEW_BOT, "arguments": {"content": "hello"}}, format="json")
    assert answer.json()["success"]
    assert not ToolConfig.objects.exists()
    assert not Credential.objects.exists()
    row = ToolInvocation.objects.get()
    assert (row.origin, row.mode, row.title, row.success) == ("test_button", "test", "Bot", True)
    assert "planted-secret" not in f"{answer.content.decode()} {row.arguments} {row.result} {row.message}"


@pytest.mark.parametrize("path", DRAFTS)
@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"type": "no-such-type"}, "/type"),
        ({"config": {"webhookUrl": "http://evil.example/"}}, "/config/webhookUrl"),
        ({"config": {}}, "/config/webhookUrl"),
    ],
)
def test_a_draft_is_refused_where_creating_it_would_be(
    alice_api: APIClient, path: str, change: dict[str, Any], pointer: str
) -> None:
    for address in (CONFIGS, CONFIGS + path):
        answer = alice_api.post(address, NEW_BOT | change, format="json")
        assert (answer.status_code, [error["pointer"] for error in answer.json()["errors"]]) == (400, [pointer])


def test_rules_hold_for_a_draft(alice_api: APIClient, admin: Any) -> None:
    policy_create(role=None, tool_pattern="notification-feishu", effect="deny", created_by=admin)
    answer = alice_api.post(f"{CONFIGS}try/", {**NEW_BOT, "arguments": {"content": "hello"}}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (403, "tool_denied")


def test_wrong_arguments_are_a_report(bot: ToolConfig, alice_api: APIClient) -> None:
    report = alice_api.post(address(bot, "test/"), {"arguments": {"nonsense": 1}}, format="json").json()
    assert (report["success"], report["result"]["code"]) == (False, 1002)
    assert ToolInvocation.objects.get().decision == "invalid"


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"enabled": False}, "disabled"),
        ({"type": "xiaohongshu", "config": {}}, "not_implemented"),
        ({"type": "notification-feishu", "config": {}}, "misconfigured"),
    ],
)
def test_a_tool_that_cannot_work_gives_the_reason(
    make_tool: ToolMaker,
    alice_api: APIClient,
    monkeypatch: pytest.MonkeyPatch,
    fields: dict[str, Any],
    reason: str,
) -> None:
    take_code_away(monkeypatch, "xiaohongshu")
    answer = alice_api.post(address(make_tool(**fields), "test/"), {"mode": "live"}, format="json")
    assert (answer.status_code, answer.json()["code"], answer.json()["reason"]) == (409, "tool_misconfigured", reason)


def test_a_denied_tool_is_refused_and_both_are_audited(bot: ToolConfig, alice_api: APIClient, admin: Any) -> None:
    rule = policy_create(role=None, tool_pattern="send_notification", effect="deny", created_by=admin)
    answer = alice_api.post(address(bot, "test/"), {"arguments": {"content": "hello"}}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (403, "tool_denied")
    row = ToolInvocation.objects.get()
    assert (row.decision, row.rule_id, row.stage) == ("deny", str(rule.id), "offer")
