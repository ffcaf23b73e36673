"""Rules over time: each change leaves a version, and the audit log names the one that decided."""

from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from rest_framework.test import APIClient

from tools.core.definitions import CallContext, CallMode, ToolCall, ToolRef
from tools.core.errors import RecordNotFoundError
from tools.models import ToolConfig, ToolInvocation, ToolPolicy, ToolPolicyVersion
from tools.models.tool_policy import PolicyHistoryError
from tools.selectors.policies import caller_of
from tools.services.policies import policy_create, policy_delete, policy_update

POLICIES = "/api/tools/policies/"


def test_each_change_leaves_a_version(admin_api: APIClient, clerks: Group) -> None:
    body = {"role": "clerks", "tool_pattern": "http_request", "effect": "ask", "when": " args.method == 'DELETE' "}
    rule = admin_api.post(POLICIES, body, format="json").json()
    assert (rule["when"], rule["revision"], rule["ask_timeout_s"]) == ("args.method == 'DELETE'", 1, 86400)
    address = f"{POLICIES}{rule['id']}/"
    changed = admin_api.patch(address, {"effect": "mock", "mock_result": {"ok": 1}, "mode": "live"}, format="json")
    assert (changed.status_code, changed.json()["revision"], changed.json()["role"]) == (200, 2, "clerks")
    admin_api.delete(address)
    versions = admin_api.get(f"{address}versions/").json()
    assert [(row["number"], row["change"], row["username"]) for row in versions] == [
        (3, "deleted", "admin"),
        (2, "changed", "admin"),
        (1, "created", "admin"),
    ]
    assert [row["content"]["effect"] for row in versions] == ["mock", "mock", "ask"]


def test_versions_stay_as_they_are(admin: User) -> None:
    policy_create(role=None, tool_pattern="*", effect="deny", created_by=admin)
    with pytest.raises(PolicyHistoryError):
        ToolPolicyVersion.objects.all().delete()
    with pytest.raises(PolicyHistoryError):
        ToolPolicyVersion.objects.update(number=7)


def test_versions_are_for_staff(alice_api: APIClient, admin: User) -> None:
    rule = policy_create(role=None, tool_pattern="*", effect="deny", created_by=admin)
    for answer in (
        alice_api.get(f"{POLICIES}{rule.pk}/versions/"),
        alice_api.patch(f"{POLICIES}{rule.pk}/", {"effect": "allow"}, format="json"),
    ):
        assert (answer.status_code, answer.json()["code"]) == (403, "staff_only")


WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"when": "args."}, "/when", "condition_invalid"),
    ({"when": "nodes.a"}, "/when", "condition_invalid"),
    ({"mode": "night"}, "/mode", "invalid_choice"),
    ({"ask_timeout_s": 0}, "/ask_timeout_s", "min_value"),
]


@pytest.mark.parametrize(("fields", "pointer", "code"), WRONG)
def test_wrong_fields_are_pointed_at(admin_api: APIClient, fields: dict[str, Any], pointer: str, code: str) -> None:
    answer = admin_api.post(POLICIES, {"tool_pattern": "*", "effect": "deny", **fields}, format="json")
    assert answer.status_code == 400
    assert [(error["pointer"], error["code"]) for error in answer.json()["errors"]] == [(pointer, code)]


def test_a_case_is_a_mode_and_a_condition_too(admin: User) -> None:
    for fields in ({}, {"mode": "live"}, {"when": "args.n == 1"}, {"when": "args.n == 2"}, {"args_untrusted": True}):
        policy_create(tool_pattern="*", effect="deny", created_by=admin, **fields)
    assert ToolPolicy.objects.count() == 5


def test_conditions_of_one_case_are_counted(admin_api: APIClient) -> None:
    answers = [
        admin_api.post(POLICIES, {"tool_pattern": "*", "effect": "deny", "when": f"args.n == {number}"}, format="json")
        for number in range(21)
    ]
    assert [answer.status_code for answer in answers[19:]] == [201, 400]
    assert answers[20].json()["errors"][0]["code"] == "too_many"


@pytest.mark.parametrize(("mode", "decision"), [("live", "mock"), ("test", "allow")])
def test_the_log_names_rule_and_revision(
    bot: ToolConfig, alice: User, admin: User, mode: CallMode, decision: str
) -> None:
    from tools.adapters.gateway_factory import gateway

    rule = policy_create(tool_pattern=bot.tool_id, effect="mock", mode="live", mock_result={"id": 1}, created_by=admin)
    policy_update(policy=rule, changed_by=admin, note="twice")
    toolbox = gateway().offer([ToolRef(bot.tool_id)], CallContext(caller_of(alice), mode=mode))
    call = ToolCall("c1", toolbox.tools()[0].function.name, {"content": "hello"})
    toolbox.call(call, timeout_s=60, cancel=_Never())
    row = ToolInvocation.objects.get()
    named = (str(rule.pk), 2) if mode == "live" else ("", None)
    assert (row.decision, row.rule_id, row.rule_revision, row.success) == (decision, *named, True)


class _Never:
    time_left_s: float | None = None

    def is_cancelled(self) -> bool:
        return False


def test_of_two_who_edit_a_rule_the_second_is_refused(admin_api: APIClient, admin: User) -> None:
    rule = policy_create(role=None, tool_pattern="http_request", effect="deny", created_by=admin)
    address = f"{POLICIES}{rule.pk}/"
    opened = admin_api.get(POLICIES).json()[0]["revision"]
    first = admin_api.patch(address, {"note": "mine", "revision": opened}, format="json")
    assert first.status_code == 200
    second = admin_api.patch(address, {"effect": "allow", "note": "", "revision": opened}, format="json")
    assert (second.status_code, second.json()["code"]) == (409, "conflict")
    kept = admin_api.get(POLICIES).json()[0]
    assert (kept["effect"], kept["note"]) == ("deny", "mine")


def test_a_change_of_one_field_keeps_what_others_changed_meanwhile(admin: User) -> None:
    rule = policy_create(role=None, tool_pattern="http_request", effect="deny", note="old", created_by=admin)
    looked_at = ToolPolicy.objects.get(pk=rule.pk)
    policy_update(policy=rule, changed_by=admin, enabled=False)
    policy_update(policy=looked_at, changed_by=admin, note="new")
    found = ToolPolicy.objects.get()
    assert (found.enabled, found.note, found.revision) == (False, "new", 3)


def test_a_rule_that_was_deleted_meanwhile_does_not_come_back(admin: User) -> None:
    rule = policy_create(role=None, tool_pattern="http_request", effect="allow", created_by=admin)
    looked_at = ToolPolicy.objects.get(pk=rule.pk)
    policy_delete(policy=rule, deleted_by=admin)
    with pytest.raises(RecordNotFoundError):
        policy_update(policy=looked_at, changed_by=admin, note="again")
    assert not ToolPolicy.objects.exists()
