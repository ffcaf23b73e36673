"""Rules by host in the panel and over HTTP: offered, checked, explained, and named where a rule leaves a host open."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from rest_framework.test import APIClient

from tests.tools.conftest import ToolMaker
from tools.services.policies import policy_create

RULE = {"role": "", "workflow_id": "", "mode": "", "ask_timeout_s": "60", "note": "", "effect": "deny"}
POLICIES = "/api/tools/policies/"


def added(panel: Client, pattern: str, **more: Any) -> str:
    answer = panel.post("/admin/tools/toolpolicy/add/", RULE | {"tool_pattern": pattern} | more, follow=True)
    return str(answer.content.decode())


@pytest.mark.parametrize(("language", "words"), [("en", "is not covered by this rule"), ("zh-hans", "此规则不适用于")])
def test_a_rule_for_a_tool_names_the_host_that_it_leaves_open(
    client: Client, admin: User, make_tool: ToolMaker, language: str, words: str
) -> None:
    tool = make_tool()
    client.force_login(admin)
    client.cookies["django_language"] = language
    page = added(client, tool.tool_id)
    assert words in page
    assert "host:api.example.com" in page


@pytest.mark.parametrize("other", ["host:api.example.com", "host:*.example.com", "host:*"])
def test_it_is_quiet_once_a_rule_by_host_is_there(panel: Client, make_tool: ToolMaker, other: str) -> None:
    policy_create(created_by=None, tool_pattern=other, effect="deny")
    assert "is not covered" not in added(panel, make_tool().tool_id)


def test_an_allowing_rule_leaves_nothing_open(panel: Client, make_tool: ToolMaker) -> None:
    assert "is not covered" not in added(panel, make_tool().tool_id, effect="allow")


@pytest.mark.parametrize("pattern", ["host:", "host:a*.example.com", "host:*.", "host:api.*"])
def test_what_is_no_host_is_refused(admin_api: APIClient, pattern: str) -> None:
    answer = admin_api.post(POLICIES, {"tool_pattern": pattern, "effect": "deny"})
    found = [(error["pointer"], error["code"]) for error in answer.json()["errors"]]
    assert (answer.status_code, found) == (400, [("/tool_pattern", "host_invalid")])


def test_a_host_is_stored_in_its_one_spelling(admin_api: APIClient) -> None:
    answer = admin_api.post(POLICIES, {"tool_pattern": "host:API.Example.com.", "effect": "deny"})
    assert answer.json()["tool_pattern"] == "host:api.example.com"
    again = admin_api.post(POLICIES, {"tool_pattern": "host:api.example.COM", "effect": "allow"})
    assert [error["code"] for error in again.json()["errors"]] == ["unique"]


def test_explain_knows_the_host_of_a_tool_and_of_a_call(
    admin_api: APIClient, alice: User, make_tool: ToolMaker
) -> None:
    policy_create(created_by=None, tool_pattern="host:*.example.com", effect="deny")
    about_tool = admin_api.get(f"{POLICIES}explain/", {"user": "alice", "tool": make_tool().tool_id}).json()
    assert about_tool["effect"] == "deny"
    arguments = '{"url": "https://api.example.com/x"}'
    query = {"user": "alice", "tool": "http-request", "arguments": arguments}
    assert admin_api.get(f"{POLICIES}explain/", query).json()["effect"] == "deny"
    other = query | {"arguments": arguments.replace(".com", ".net")}
    assert admin_api.get(f"{POLICIES}explain/", other).json()["effect"] == "allow"


def test_the_list_of_rules_names_tools_in_words(panel: Client) -> None:
    policy_create(created_by=None, tool_pattern="http_request", effect="allow")
    policy_create(created_by=None, tool_pattern="nothing_of_this_name", effect="deny")
    page = panel.get("/admin/tools/toolpolicy/").content.decode()
    assert "http_request" not in page
    assert ">HTTP request<" in page.replace("\n", "")
    assert "nothing_of_this_name" in page
