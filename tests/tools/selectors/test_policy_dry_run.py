"""Explaining one call, checking a condition, and trying a rule on calls of the past."""

from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from rest_framework.test import APIClient

from tools.models import ToolInvocation, ToolPolicy
from tools.services.policies import policy_create

POLICIES = "/api/tools/policies/"


def audited(user: User, **fields: Any) -> ToolInvocation:
    defaults = {
        "username": user.username,
        "origin": "node",
        "mode": "live",
        "stage": "call",
        "tool_id": "inline:http_request",
        "executor": "http_request",
        "decision": "allow",
        "title": "Order",
        "arguments": {"method": "POST"},
    }
    row = ToolInvocation(user=user, **(defaults | fields))
    row.save()
    return row


EXPLAINED = [
    ({}, "ask"),
    ({"arguments": '{"method": "POST"}'}, "ask"),
    ({"arguments": '{"method": "GET"}'}, "allow"),
    ({"arguments": '{"method": "POST"}', "mode": "test"}, "mock"),
    ({"arguments": '{"method": "GET"}', "untrusted": "true"}, "deny"),
]


@pytest.mark.parametrize(("asked", "effect"), EXPLAINED)
def test_a_call_is_explained_with_its_arguments(
    alice_api: APIClient, admin: User, asked: dict[str, str], effect: str
) -> None:
    policy_create(tool_pattern="*", effect="ask", when="args.method == 'POST'", created_by=admin)
    policy_create(tool_pattern="*", effect="mock", mode="test", created_by=admin)
    policy_create(tool_pattern="*", effect="deny", args_untrusted=True, created_by=admin)
    answer = alice_api.get(f"{POLICIES}explain/", {"tool": "http_request", **asked}).json()
    assert answer["effect"] == effect


def test_arguments_that_are_no_object_are_refused(alice_api: APIClient) -> None:
    answer = alice_api.get(f"{POLICIES}explain/", {"tool": "http_request", "arguments": "[1]"})
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, "/arguments")


@pytest.mark.parametrize(("when", "is_right"), [("args.n > 1", True), ("", True), ("args.n >", False), ("x", False)])
def test_a_condition_is_checked_while_it_is_written(admin_api: APIClient, when: str, is_right: bool) -> None:
    answer = admin_api.post(f"{POLICIES}check/", {"when": when}, format="json").json()
    assert (answer["message"] is None) is is_right


def test_a_rule_is_tried_on_past_calls(admin_api: APIClient, alice: User, bob: User, clerks: Group) -> None:
    alice.groups.add(clerks)
    audited(alice)
    audited(alice, arguments={"method": "GET"})
    audited(bob)
    audited(alice, decision="invalid", tool_id="")
    body = {"role": "clerks", "tool_pattern": "http_request", "effect": "ask", "when": "args.method == 'POST'"}
    found = admin_api.post(f"{POLICIES}dry-run/", body, format="json").json()
    assert (found["calls"], found["changed"], found["to"]) == (3, 1, {"ask": 1})
    assert [(row["username"], row["before"], row["after"]) for row in found["examples"]] == [("alice", "allow", "ask")]
    assert "3" in found["summary"]
    assert not ToolPolicy.objects.exists()


def test_a_change_of_a_rule_is_tried_in_its_place(admin_api: APIClient, admin: User, alice: User) -> None:
    rule = policy_create(tool_pattern="http_request", effect="deny", created_by=admin)
    audited(alice)
    body = {"tool_pattern": "http_request", "effect": "allow", "replaces": str(rule.pk)}
    found = admin_api.post(f"{POLICIES}dry-run/", body, format="json").json()
    assert found["to"] == {"allow": 1}
    rule.refresh_from_db()
    assert (rule.effect, rule.revision) == ("deny", 1)


def test_a_rule_is_tried_before_any_call(admin_api: APIClient) -> None:
    body = {"tool_pattern": "*", "effect": "ask"}
    found = admin_api.post(f"{POLICIES}dry-run/", body, format="json").json()
    assert (found["calls"], found["summary"]) == (0, "There are no past calls to try the rule on yet.")


def test_a_wrong_rule_is_not_tried(admin_api: APIClient) -> None:
    body = {"tool_pattern": "*", "effect": "deny", "when": "args."}
    answer = admin_api.post(f"{POLICIES}dry-run/", body, format="json")
    assert answer.json()["errors"][0]["pointer"] == "/when"


@pytest.mark.parametrize("path", ["check", "dry-run"])
def test_both_are_for_staff(alice_api: APIClient, path: str) -> None:
    answer = alice_api.post(f"{POLICIES}{path}/", {}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (403, "staff_only")
