"""Rules by host: checked, explained, and named where a rule leaves a host open."""

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.tools.conftest import ToolMaker
from tools.services.policies import policy_create

POLICIES = "/api/tools/policies/"


def left_open(api: APIClient, pattern: str, effect: str = "deny") -> list[str]:
    found: list[str] = api.post(POLICIES, {"tool_pattern": pattern, "effect": effect}).json()["hosts_left_open"]
    return found


def test_a_rule_for_a_tool_names_the_host_that_it_leaves_open(admin_api: APIClient, make_tool: ToolMaker) -> None:
    assert left_open(admin_api, make_tool().tool_id) == ["api.example.com"]


@pytest.mark.parametrize("other", ["host:api.example.com", "host:*.example.com", "host:*"])
def test_it_is_quiet_once_a_rule_by_host_is_there(admin_api: APIClient, make_tool: ToolMaker, other: str) -> None:
    policy_create(created_by=None, tool_pattern=other, effect="deny")
    assert left_open(admin_api, make_tool().tool_id) == []


def test_a_rule_by_host_that_is_switched_off_covers_nothing(admin_api: APIClient, make_tool: ToolMaker) -> None:
    policy_create(created_by=None, tool_pattern="host:api.example.com", effect="deny", enabled=False)
    assert left_open(admin_api, make_tool().tool_id) == ["api.example.com"]


def test_an_allowing_rule_leaves_nothing_open(admin_api: APIClient, make_tool: ToolMaker) -> None:
    assert left_open(admin_api, make_tool().tool_id, effect="allow") == []


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
