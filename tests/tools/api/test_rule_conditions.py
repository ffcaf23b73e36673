"""Conditions of rules over HTTP, as sentences and as CEL, and rules that are switched off."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from tools.api.policies import MOST_CLAUSES
from tools.models import ToolPolicyVersion
from tools.services.policies import policy_create

POLICIES = "/api/tools/policies/"
CEL = 'args.method == "DELETE" && args.url.startsWith("https://example.com/")'
CLAUSES = [
    {"argument": "method", "comparison": "is", "value": "DELETE"},
    {"argument": "url", "comparison": "starts", "value": "https://example.com/"},
]

TRANSLATED: list[tuple[dict[str, Any], str, list[dict[str, str]] | None]] = [
    ({"clauses": CLAUSES}, CEL, CLAUSES),
    ({"when": CEL}, CEL, CLAUSES),
    ({"when": "size(args.a) == 1"}, "size(args.a) == 1", None),
    ({"clauses": []}, "", []),
    ({"when": ""}, "", []),
]


@pytest.mark.parametrize(("sent", "when", "clauses"), TRANSLATED)
def test_a_condition_is_translated_both_ways(
    admin_api: APIClient, sent: dict[str, Any], when: str, clauses: list[dict[str, str]] | None
) -> None:
    found = admin_api.post(f"{POLICIES}check/", sent).json()
    assert found == {"message": None, "when": when, "clauses": clauses}


@pytest.mark.parametrize(
    ("clause", "message"),
    [
        ({"argument": "method", "comparison": "is", "value": ""}, "Enter a value for “method”."),
        ({"argument": "", "comparison": "is", "value": "GET"}, "Enter the name of an argument."),
    ],
)
def test_a_missing_part_is_named(admin_api: APIClient, clause: dict[str, str], message: str) -> None:
    assert admin_api.post(f"{POLICIES}check/", {"clauses": [clause]}).json()["message"] == message


def test_a_rule_is_written_as_a_sentence(admin_api: APIClient) -> None:
    body = {"tool_pattern": "http_request", "effect": "ask", "clauses": CLAUSES}
    rule = admin_api.post(POLICIES, body).json()
    assert (rule["when"], rule["clauses"]) == (CEL, CLAUSES)
    changed = admin_api.patch(f"{POLICIES}{rule['id']}/", {"clauses": CLAUSES[:1]}).json()
    assert changed["when"] == 'args.method == "DELETE"'
    answer = admin_api.patch(f"{POLICIES}{rule['id']}/", {"clauses": [CLAUSES[0] | {"value": ""}]})
    assert [(one["pointer"], one["code"]) for one in answer.json()["errors"]] == [("/when", "condition_invalid")]
    assert admin_api.post(f"{POLICIES}dry-run/", body | {"clauses": CLAUSES[:1], "replaces": rule["id"]}).json() == {
        "calls": 0, "changed": 0, "to": {}, "examples": [],
        "summary": "There are no past calls to try the rule on yet.",
    }  # fmt: skip


def test_a_sentence_has_a_bound_and_known_comparisons(admin_api: APIClient) -> None:
    for clauses in (CLAUSES * MOST_CLAUSES, [CLAUSES[0] | {"comparison": "like"}]):
        assert admin_api.post(f"{POLICIES}check/", {"clauses": clauses}).status_code == 400


@pytest.mark.parametrize(("when", "clauses"), [(CEL, CLAUSES), ("size(args.a) == 1", None), ("", [])])
def test_a_listed_rule_has_its_sentence(admin_api: APIClient, when: str, clauses: list[dict[str, str]] | None) -> None:
    policy_create(tool_pattern="http_request", effect="ask", when=when, created_by=None)
    (rule,) = admin_api.get(POLICIES).json()
    assert (rule["when"], rule["clauses"], rule["created_by"]) == (when, clauses, None)


def test_a_rule_that_is_switched_off_decides_nothing(admin_api: APIClient) -> None:
    rule = policy_create(tool_pattern="http_request", effect="deny", created_by=None)

    def decided() -> str:
        return str(admin_api.get(f"{POLICIES}explain/", {"tool": "http-request"}).json()["effect"])

    def effect_in_matrix() -> str | None:
        sections = admin_api.get(f"{POLICIES}matrix/").json()["sections"]
        rows = [tool for section in sections for tool in section["tools"] if tool["pattern"] == "http_request"]
        found: str | None = rows[0]["cells"][0]["effect"]
        return found

    assert (decided(), effect_in_matrix()) == ("deny", "deny")
    assert admin_api.patch(f"{POLICIES}{rule.pk}/", {"enabled": False}).json()["enabled"] is False
    assert (decided(), effect_in_matrix()) == ("allow", None)
    assert [one.content["enabled"] for one in ToolPolicyVersion.objects.filter(policy_id=rule.pk)] == [False, True]
    cell = {"role": None, "tool_pattern": "http_request", "effect": "deny"}
    assert admin_api.patch(f"{POLICIES}matrix/", {"cells": [cell]}).json() == {"changed": 1}
    assert (decided(), effect_in_matrix()) == ("deny", "deny")
