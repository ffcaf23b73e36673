"""/api/tools/policies/: rules are for staff, explanations of one's own rights for everybody."""

from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import Group, User
from rest_framework.test import APIClient

from tests.tools.conftest import ToolMaker
from tools.models import ToolPolicy
from tools.services.policies import policy_create

POLICIES = "/api/tools/policies/"
EXPLAIN = f"{POLICIES}explain/"
WORKFLOW = "11111111-1111-4111-8111-111111111111"


def test_staff_make_list_and_delete_rules(admin_api: APIClient, clerks: Group) -> None:
    body = {"role": "clerks", "tool_pattern": "http_request", "effect": "deny", "workflow": WORKFLOW, "note": "no"}
    answer = admin_api.post(POLICIES, body, format="json")
    assert answer.status_code == 201
    rule = answer.json()
    assert rule.pop("hosts_left_open") == []
    assert {key: rule[key] for key in body} == body
    assert admin_api.get(POLICIES).json() == [rule]
    assert admin_api.delete(f"{POLICIES}{rule['id']}/").status_code == 204
    assert admin_api.get(POLICIES).json() == []


def test_a_rule_for_anybody_has_neither_role_nor_workflow(admin_api: APIClient) -> None:
    rule = admin_api.post(POLICIES, {"tool_pattern": "*", "effect": "allow"}, format="json").json()
    assert (rule["role"], rule["workflow"], rule["note"]) == (None, None, "")
    assert ToolPolicy.objects.get().created_by is not None


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"tool_pattern": "*", "effect": "maybe"}, "/effect"),
        ({"effect": "deny"}, "/tool_pattern"),
        ({"tool_pattern": "drop table", "effect": "deny"}, "/tool_pattern"),
        ({"tool_pattern": "*", "effect": "deny", "role": "nobody"}, "/role"),
        ({"tool_pattern": "*", "effect": "deny", "workflow": "mine"}, "/workflow"),
    ],
)
def test_wrong_rules_are_pointed_at(admin_api: APIClient, body: dict[str, Any], pointer: str) -> None:
    answer = admin_api.post(POLICIES, body, format="json")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_input")
    assert [error["pointer"] for error in answer.json()["errors"]] == [pointer]


def test_one_case_has_one_rule(admin_api: APIClient) -> None:
    body = {"tool_pattern": "http_request", "effect": "deny"}
    admin_api.post(POLICIES, body, format="json")
    answer = admin_api.post(POLICIES, body | {"effect": "allow"}, format="json")
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (400, "unique")


def test_rules_are_for_staff(alice_api: APIClient, admin: User) -> None:
    rule = policy_create(role=None, tool_pattern="*", effect="deny", created_by=admin)
    for answer in (
        alice_api.get(POLICIES),
        alice_api.post(POLICIES, {"tool_pattern": "*", "effect": "allow"}, format="json"),
        alice_api.delete(f"{POLICIES}{rule.id}/"),
    ):
        assert (answer.status_code, answer.json()["code"]) == (403, "staff_only")
    assert ToolPolicy.objects.count() == 1


def test_a_missing_rule_is_not_found(admin_api: APIClient) -> None:
    assert admin_api.delete(f"{POLICIES}{WORKFLOW}/").json()["code"] == "not_found"


def test_a_role_is_denied_and_the_rule_is_named(alice: User, alice_api: APIClient, admin: User, clerks: Group) -> None:
    alice.groups.add(clerks)
    rule = policy_create(role="clerks", tool_pattern="http_request", effect="deny", created_by=admin)
    answer = alice_api.get(EXPLAIN, {"tool": "http-request"}).json()
    assert (answer["effect"], answer["rule"]["id"]) == ("deny", str(rule.id))
    assert "clerks" in answer["reason"]["en"]
    assert "clerks" in answer["reason"]["zh"]


def test_without_a_rule_the_default_is_explained(alice_api: APIClient) -> None:
    answer = alice_api.get(EXPLAIN, {"tool": "system:get_current_time"}).json()
    assert (answer["effect"], answer["rule"]) == ("allow", None)


def test_the_more_specific_rule_wins(make_tool: ToolMaker, alice_api: APIClient, admin: User) -> None:
    tool = make_tool()
    policy_create(role=None, tool_pattern="http_request", effect="deny", created_by=admin)
    policy_create(role=None, tool_pattern=tool.tool_id, effect="allow", created_by=admin)
    assert alice_api.get(EXPLAIN, {"tool": "http_request"}).json()["effect"] == "deny"
    assert alice_api.get(EXPLAIN, {"tool": tool.tool_id}).json()["effect"] == "allow"


def test_a_rule_for_one_workflow_counts_there_only(alice_api: APIClient, admin: User) -> None:
    policy_create(role=None, tool_pattern="*", effect="deny", workflow_id=UUID(WORKFLOW), created_by=admin)
    assert alice_api.get(EXPLAIN, {"tool": "custom", "workflow": WORKFLOW}).json()["effect"] == "deny"
    assert alice_api.get(EXPLAIN, {"tool": "custom"}).json()["effect"] == "allow"


def test_staff_may_ask_about_others_and_others_may_not(
    alice: User, charlie_api: APIClient, admin_api: APIClient
) -> None:
    query = {"tool": "custom", "user": "alice"}
    assert admin_api.get(EXPLAIN, query).status_code == 200
    assert charlie_api.get(EXPLAIN, query).json()["code"] == "forbidden"
    assert charlie_api.get(EXPLAIN, query | {"user": "charlie"}).status_code == 200
    assert admin_api.get(EXPLAIN, query | {"user": "nobody"}).json()["code"] == "not_found"


@pytest.mark.parametrize("tool", ["no-such-tool", "tool:11111111-1111-4111-8111-111111111111", "tool:x"])
def test_an_unknown_tool_is_not_explained(alice_api: APIClient, tool: str) -> None:
    assert alice_api.get(EXPLAIN, {"tool": tool}).status_code == 404


def test_somebody_elses_tool_is_not_explained(make_tool: ToolMaker, charlie_api: APIClient) -> None:
    assert charlie_api.get(EXPLAIN, {"tool": make_tool().tool_id}).status_code == 404
