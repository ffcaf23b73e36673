"""The permission matrix over HTTP, and the reasons of its decisions."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import Group, User
from rest_framework.test import APIClient

from tests.factories.users import user_create
from tests.factories.workflows import workflow_create
from tests.tools.conftest import ToolMaker
from tools.models import ToolPolicy
from tools.services.policies import policy_create

MATRIX = "/api/tools/policies/matrix/"
EXPLANATIONS = "/api/tools/policies/explanations/"
WORKFLOWS = "/api/tools/policies/workflows/"


def tools_of(api: APIClient) -> dict[str, Any]:
    return {tool["pattern"]: tool for section in api.get(MATRIX).json()["sections"] for tool in section["tools"]}


def cell_of(api: APIClient, pattern: str, role: str | None) -> dict[str, Any]:
    """Return a cell of the matrix with its rule; the role None is any."""
    matrix = api.get(MATRIX).json()
    column = [one["name"] or None for one in matrix["roles"]].index(role)
    cell = tools_of(api)[pattern]["cells"][column]
    rules = {rule["id"]: rule for rule in matrix["rules"]}
    return dict(cell, rule=cell["rule"] and rules[cell["rule"]])


def changed(api: APIClient, *cells: tuple[int | None, str, str | None]) -> Any:
    body = [{"role": role, "tool_pattern": pattern, "effect": effect} for role, pattern, effect in cells]
    return api.patch(MATRIX, {"cells": body})


def effects(api: APIClient, key: str, **query: Any) -> dict[str, str]:
    return {row[key]: row["effect"] for row in api.get(EXPLANATIONS, query).json()["rows"]}


def rules() -> set[tuple[str | None, str, str]]:
    return {
        (rule.role.name if rule.role else None, rule.tool_pattern, rule.effect) for rule in ToolPolicy.objects.all()
    }


def test_rows_are_kinds_built_ins_configured_tools_hosts_and_other_patterns(
    admin_api: APIClient, make_tool: ToolMaker, admin: User, clerks: Group
) -> None:
    tool = make_tool()
    policy_create(role="clerks", tool_pattern="send_*", effect="deny", created_by=admin)
    policy_create(role=None, tool_pattern="host:*.example.org", effect="deny", created_by=admin)
    found = tools_of(admin_api)
    assert {"*", "http_request", "send_notification", "notification-feishu", "custom"} <= found.keys()
    assert {"system:*", "system:get_current_time", tool.tool_id, "send_*"} <= found.keys()
    assert {"host:api.example.com", "host:*.example.org"} <= found.keys()


def test_rows_are_named_as_people_read_them(admin_api: APIClient, make_tool: ToolMaker) -> None:
    tool = make_tool()
    found = tools_of(admin_api)
    assert found["http_request"]["title"] == {"en": "HTTP request", "zh": "HTTP 请求"}
    shown = found[tool.tool_id]
    assert (shown["title"]["en"], shown["kind"]["en"]) == ("Weather", "HTTP request")
    assert shown["about"] == "alice · api.example.com"
    assert not found["*"]["is_tool"]


def test_a_cell_has_its_rule_and_what_is_in_force(
    admin_api: APIClient, make_tool: ToolMaker, admin: User, clerks: Group
) -> None:
    tool = make_tool()
    policy_create(role=None, tool_pattern="http_request", effect="deny", created_by=admin)
    policy_create(role="clerks", tool_pattern="http_request", effect="allow", created_by=admin)
    own = cell_of(admin_api, "http_request", "clerks")
    inherited = cell_of(admin_api, tool.tool_id, None)
    default = cell_of(admin_api, "system:get_current_time", "clerks")
    assert (own["effect"], own["in_force"]) == ("allow", "allow")
    assert (inherited["effect"], inherited["in_force"]) == (None, "deny")
    assert (inherited["rule"]["tool_pattern"], inherited["rule"]["role"]) == ("http_request", None)
    assert inherited["rule"]["reason"]["en"] == "A rule denies “HTTP request” to any role in any workflow."
    assert (default["effect"], default["in_force"], default["rule"]) == (None, "allow", None)


def test_one_request_sets_changes_and_removes_rules(admin_api: APIClient, admin: User, clerks: Group) -> None:
    for pattern in ("custom", "http_request", "xiaohongshu"):
        policy_create(role=None, tool_pattern=pattern, effect="deny", created_by=admin)
    answer = changed(
        admin_api,
        (clerks.pk, "http_request", "allow"),
        (None, "http_request", None),
        (None, "custom", "allow"),
        (None, "system:*", "deny"),
    )
    assert (answer.status_code, answer.json()) == (200, {"changed": 4})
    assert rules() == {
        ("clerks", "http_request", "allow"),
        (None, "custom", "allow"),
        (None, "system:*", "deny"),
        (None, "xiaohongshu", "deny"),
    }
    assert ToolPolicy.objects.get(tool_pattern="system:*").created_by == admin


def test_what_is_set_already_is_no_change(admin_api: APIClient, admin: User) -> None:
    policy_create(role=None, tool_pattern="custom", effect="deny", created_by=admin)
    assert changed(admin_api, (None, "custom", "deny"), (None, "http_request", None)).json() == {"changed": 0}
    assert ToolPolicy.objects.get().revision == 1


def test_rules_for_one_workflow_are_left_alone(admin_api: APIClient, admin: User) -> None:
    policy_create(role=None, tool_pattern="*", effect="deny", workflow_id=uuid4(), created_by=admin)
    changed(admin_api, (None, "*", "allow"))
    assert rules() == {(None, "*", "deny"), (None, "*", "allow")}


@pytest.mark.parametrize(
    "cell", [(None, "http_request", "maybe"), (999_999, "http_request", "deny"), (None, "a b", "deny"),
             (None, "", "deny"), (0, "http_request", "deny")],
)  # fmt: skip
def test_one_wrong_cell_changes_nothing(admin_api: APIClient, cell: tuple[int | None, str, str]) -> None:
    answer = changed(admin_api, (None, "custom", "deny"), cell)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_input")
    assert rules() == set()


def test_a_rule_for_a_host_is_set_in_the_matrix(admin_api: APIClient, make_tool: ToolMaker) -> None:
    make_tool()
    changed(admin_api, (None, "host:api.example.com", "deny"))
    assert ToolPolicy.objects.get(tool_pattern="host:api.example.com").effect == "deny"


def test_staff_without_further_rights_write_rules(clerks: Group) -> None:
    helper = user_create("helper")
    helper.is_staff = True
    helper.save()
    api = APIClient()
    api.force_authenticate(helper)
    assert changed(api, (clerks.pk, "custom", "deny")).status_code == 200
    assert ToolPolicy.objects.get().role == clerks


@pytest.mark.parametrize("address", [MATRIX, f"{EXPLANATIONS}?tool=custom", WORKFLOWS])
def test_reading_is_for_staff(alice_api: APIClient, anonymous_api: APIClient, address: str) -> None:
    answer = alice_api.get(address)
    assert (answer.status_code, answer.json()["code"]) == (403, "staff_only")
    assert anonymous_api.get(address).json()["code"] == "not_signed_in"


def test_changing_is_for_staff(alice_api: APIClient) -> None:
    answer = changed(alice_api, (None, "custom", "deny"))
    assert (answer.status_code, answer.json()["code"]) == (403, "staff_only")
    assert rules() == set()


class TestExplanations:
    def test_everybody_is_listed_for_a_tool(
        self, admin_api: APIClient, admin: User, alice: User, bob: User, clerks: Group
    ) -> None:
        bob.groups.add(clerks)
        policy_create(role="clerks", tool_pattern="http_request", effect="deny", created_by=admin)
        assert effects(admin_api, "username", tool="http_request") == {
            "admin": "allow",
            "alice": "allow",
            "bob": "deny",
        }
        assert effects(admin_api, "username", tool="http_request", role=clerks.pk) == {"bob": "deny"}

    def test_every_tool_is_listed_for_a_person(
        self, admin_api: APIClient, charlie: User, admin: User, make_tool: ToolMaker
    ) -> None:
        private = make_tool()
        shared = make_tool(name="Shared", shared=True)
        policy_create(role=None, tool_pattern="custom", effect="deny", created_by=admin)
        found = effects(admin_api, "tool", user="charlie")
        assert (found["custom"], found["http_request"]) == ("deny", "allow")
        assert (found[private.tool_id], found[shared.tool_id]) == ("deny", "allow")
        (row,) = admin_api.get(EXPLANATIONS, {"user": "charlie", "tool": private.tool_id}).json()["rows"]
        assert "is not shared" in row["reason"]["en"]
        assert (row["title"]["en"], row["rule"]) == ("Weather", None)

    def test_a_workflow_is_asked_about_by_its_name(self, admin_api: APIClient, alice: User) -> None:
        workflow = workflow_create(alice, name="Morning news")
        policy_create(tool_pattern="custom", workflow_id=workflow.pk, effect="deny", created_by=None)
        assert {"id": str(workflow.pk), "name": "Morning news · alice"} in admin_api.get(WORKFLOWS).json()
        asked = {"user": "alice", "tool": "custom"}
        assert effects(admin_api, "tool", **asked) == {"custom": "allow"}
        assert effects(admin_api, "tool", **asked, workflow=str(workflow.pk)) == {"custom": "deny"}

    def test_arguments_make_it_a_question_about_one_call(self, admin_api: APIClient, admin: User) -> None:
        rule = policy_create(tool_pattern="*", effect="ask", when="args.method == 'POST'", created_by=admin)
        asked = {"user": "admin", "tool": "http_request"}
        found = {method: json.dumps({"method": method}) for method in ("POST", "GET")}
        (row,) = admin_api.get(EXPLANATIONS, asked | {"arguments": found["POST"]}).json()["rows"]
        assert (row["effect"], row["rule"]) == ("ask", str(rule.pk))
        assert "“every tool”" in row["reason"]["en"]
        assert "“所有工具”" in row["reason"]["zh"]
        assert effects(admin_api, "tool", **asked, arguments=found["GET"]) == {"http_request": "allow"}

    def test_text_from_outside_and_test_mode_count(self, admin_api: APIClient, admin: User) -> None:
        policy_create(tool_pattern="*", effect="ask", args_untrusted=True, created_by=admin)
        policy_create(tool_pattern="*", effect="mock", mode="test", created_by=admin)
        asked = {"user": "admin", "tool": "http_request"}
        assert effects(admin_api, "tool", **asked) == {"http_request": "allow"}
        assert effects(admin_api, "tool", **asked, untrusted="true") == {"http_request": "ask"}
        assert effects(admin_api, "tool", **asked, mode="test") == {"http_request": "mock"}

    def test_more_people_than_fit_are_reported(
        self, admin_api: APIClient, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("tools.selectors.explanations.MOST_PEOPLE", 2)
        answer = admin_api.get(EXPLANATIONS, {"tool": "custom"}).json()
        assert ([row["username"] for row in answer["rows"]], answer["most_people"]) == (["admin", "alice"], 2)
        assert admin_api.get(EXPLANATIONS, {"tool": "custom", "user": "bob"}).json()["most_people"] is None

    @pytest.mark.parametrize(
        ("query", "pointer"),
        [
            ({}, "/tool"),
            ({"user": "nobody"}, "/user"),
            ({"tool": "no-such-tool"}, "/tool"),
            ({"tool": "custom", "workflow": "mine"}, "/workflow"),
            ({"tool": "custom", "arguments": "[1]"}, "/arguments"),
            ({"tool": "custom", "arguments": "{"}, "/arguments"),
        ],
    )
    def test_a_wrong_question_is_pointed_at(self, admin_api: APIClient, query: dict[str, str], pointer: str) -> None:
        answer = admin_api.get(EXPLANATIONS, query)
        assert (answer.status_code, [one["pointer"] for one in answer.json()["errors"]]) == (400, [pointer])
