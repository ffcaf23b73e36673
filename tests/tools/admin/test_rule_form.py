"""Rules in the panel as sentences: stored as CEL, opened again as they were built, the rest under “Advanced”."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client, override_settings

from tools.models import ToolInvocation, ToolPolicy
from tools.services.policies import policy_create

ADD = "/admin/tools/toolpolicy/add/"
TRY = "/admin/tools/toolpolicy/try/"
RULE = {"role": "", "tool_pattern": "http_request", "workflow_id": "", "mode": "", "effect": "ask", "note": ""}
SENTENCE = {
    "when_as": "sentence",
    "when_argument": ["method", "", "url"],
    "when_comparison": ["is", "is", "starts"],
    "when_value": ["DELETE", "", "https://example.com/"],
    "when": "ignored",
}
CEL = 'args.method == "DELETE" && args.url.startsWith("https://example.com/")'


def fields(page: str, name: str) -> list[str]:
    return re.findall(rf'name="when_{name}" value="([^"]*)"', page.replace("<template>", "").partition("</ul>")[0])


def opened(panel: Client, rule: ToolPolicy) -> str:
    page = panel.get(f"/admin/tools/toolpolicy/{rule.pk}/change/").content.decode()
    return page.partition('id="rule-condition"')[2].partition("</details>")[0]


def test_a_sentence_is_stored_as_cel_and_opens_as_it_was_built(panel: Client) -> None:
    assert panel.post(ADD, RULE | SENTENCE).status_code == 302
    rule = ToolPolicy.objects.get()
    assert rule.when == CEL
    listed = panel.get("/admin/tools/toolpolicy/").content.decode()
    assert "method is DELETE, url begins with https://example.com/" in listed
    page = opened(panel, rule)
    assert fields(page, "argument") == ["method", "url"]
    assert fields(page, "value") == ["DELETE", "https://example.com/"]
    assert re.findall(r'value="(\w+)" selected', page) == ["is", "starts", "is"]
    assert "<details>" in page


def test_cel_that_a_sentence_expresses_opens_as_one_and_keeps_its_spelling(panel: Client) -> None:
    rule = policy_create(tool_pattern="http_request", effect="ask", when="args.method  ==  'DELETE'", created_by=None)
    assert fields(opened(panel, rule), "argument") == ["method"]
    unchanged = {"when_as": "sentence", "when_argument": "method", "when_comparison": "is", "when_value": "DELETE"}
    panel.post(f"/admin/tools/toolpolicy/{rule.pk}/change/", RULE | unchanged | {"note": "why"})
    rule.refresh_from_db()
    assert (rule.when, rule.note) == ("args.method  ==  'DELETE'", "why")
    panel.post(f"/admin/tools/toolpolicy/{rule.pk}/change/", RULE | unchanged | {"when_value": "POST"})
    rule.refresh_from_db()
    assert rule.when == 'args.method == "POST"'


def test_other_cel_opens_under_advanced(panel: Client) -> None:
    source = "size(args.to) > 1 || has(args.cc)"
    rule = policy_create(tool_pattern="http_request", effect="ask", when=source, created_by=None)
    page = opened(panel, rule)
    assert "<details open>" in page
    assert "disabled hidden" in page
    assert fields(page, "argument") == []
    panel.post(f"/admin/tools/toolpolicy/{rule.pk}/change/", RULE | {"when_as": "cel", "when": source, "note": "why"})
    rule.refresh_from_db()
    assert (rule.when, rule.note) == (source, "why")


@pytest.mark.parametrize(
    ("clause", "fault"),
    [(("method", "is", ""), "Enter a value for “method”."), (("", "is", "GET"), "Enter the name of an argument.")],
)
def test_a_sentence_with_a_missing_part_is_shown_again_as_it_was_typed(
    panel: Client, clause: tuple[str, ...], fault: str
) -> None:
    sent = dict(zip(("when_argument", "when_comparison", "when_value"), clause, strict=True)) | {"when_as": "sentence"}
    page = panel.post(ADD, RULE | sent).content.decode()
    assert fault in page
    assert fields(page, "argument") == [clause[0]]
    assert fields(page, "value") == [clause[2]]
    assert not ToolPolicy.objects.exists()
    assert panel.post(TRY, RULE | sent).json()["fault"] == fault


TRIALS: list[tuple[dict[str, Any], str | None, list[str] | None]] = [
    (SENTENCE, CEL, ["method", "url"]),
    ({"when": "args.a == 1"}, "args.a == 1", ["a"]),
    ({"when": "size(args.a) == 1"}, "size(args.a) == 1", None),
    ({"when": "args.a =="}, None, None),
    ({"when": ""}, "", []),
]


@pytest.mark.parametrize(("sent", "when", "arguments"), TRIALS)
def test_both_forms_of_a_condition_are_kept_in_step(
    panel: Client, sent: dict[str, Any], when: str | None, arguments: list[str] | None
) -> None:
    found = panel.post(TRY, RULE | sent).json()
    assert (found["when"], found["fault"] == "") == (when, when is not None)
    assert (None if found["rows"] is None else fields(found["rows"], "argument")) == arguments


def test_an_unsaved_rule_is_tried_on_past_calls(panel: Client) -> None:
    ToolInvocation.objects.create(
        stage="call", tool_id="http_request", executor="http_request", arguments={"method": "DELETE"}, decision="allow"
    )
    sent = RULE | {"when_as": "sentence", "when_argument": "method", "when_comparison": "is", "count": ""}
    for value, count in [("DELETE", 1), ("GET", 0)]:
        summary = panel.post(TRY, sent | {"when_value": value}).json()["summary"]
        assert summary.startswith(f"{count} of the last 1 calls would be decided differently.")
    assert "This field is required." in panel.post(TRY, sent | {"effect": "", "when_value": "GET"}).json()["summary"]
    assert not ToolPolicy.objects.exists()


@override_settings(AUTHENTICATION_BACKENDS=["django.contrib.auth.backends.ModelBackend"])  # without the rights of staff
def test_who_may_only_look_sees_a_rule_and_tries_none(client: Client, alice: User) -> None:
    rule = policy_create(tool_pattern="http_request", effect="ask", when=CEL, created_by=None)
    alice.is_staff = True
    alice.save()
    alice.user_permissions.add(Permission.objects.get(codename="view_toolpolicy"))
    client.force_login(alice)
    page = client.get(f"/admin/tools/toolpolicy/{rule.pk}/change/").content.decode()
    assert "args.method ==" in page
    assert "tools/rule.js" not in page
    assert client.post(TRY, RULE).status_code == 403
    assert client.post(TRY, RULE | {"replaces": str(rule.pk)}).status_code == 403


def test_named_tools_are_suggested_and_the_rare_is_folded(panel: Client) -> None:
    page = panel.get(ADD).content.decode()
    assert '<option value="http_request">HTTP request</option>' in page
    assert '<option value="system:*">All built-in tools</option>' in page
    assert re.search(r"<details><summary>.{0,400}More options", page, re.DOTALL)
    rule = policy_create(tool_pattern="http_request", effect="ask", mode="test", created_by=None)
    shown = panel.get(f"/admin/tools/toolpolicy/{rule.pk}/change/").content.decode()
    assert not re.search(r"<details><summary>.{0,400}More options", shown, re.DOTALL)
