"""The other pages of the panel: audit log with export, rules, configured tools, credentials, people."""

import csv
import re
from io import StringIO

import pytest
from django.contrib.auth.models import Group, User
from django.http import StreamingHttpResponse
from django.test import Client

from tests.tools.audit.test_audit_log import OUTCOME, WORKFLOW, record_of
from tests.tools.conftest import WEBHOOK
from tools.adapters.gateway_factory import OrmAuditLog
from tools.core.text import Text
from tools.models import Credential, ToolConfig, ToolInvocation, ToolPolicy

AUDIT = "/admin/tools/toolinvocation/"


@pytest.fixture
def calls(alice: User, bob: User) -> None:
    log = OrmAuditLog()
    log.finished(log.started(record_of(alice)), OUTCOME)
    log.refused(
        record_of(bob, title="=cmd()", tool_id="tool:2", code=1006, reason=Text.of(en="Denied.", zh="已拒绝。"))
    )


def shown(panel: Client, **query: str) -> list[str]:
    return [row.username for row in panel.get(AUDIT, query).context["cl"].queryset]


@pytest.mark.usefixtures("calls")
class TestAuditLog:
    @pytest.mark.parametrize(
        ("query", "people"),
        [
            ({}, ["bob", "alice"]),
            ({"tool": "tool:2"}, ["bob"]),
            ({"person": "ali"}, ["alice"]),
            ({"decision__exact": "deny"}, ["bob"]),
            ({"result": "success"}, ["alice"]),
            ({"result": "open"}, []),
            ({"workflow": WORKFLOW}, ["bob", "alice"]),
            ({"workflow": "mine"}, []),
            ({"at_from": "2000-01-01"}, ["bob", "alice"]),
            ({"at_to": "2000-01-01"}, []),
            ({"at_from": "soon"}, []),
            ({"q": "weather"}, ["alice"]),
        ],
    )
    def test_filters_and_search(self, panel: Client, query: dict[str, str], people: list[str]) -> None:
        assert shown(panel, **query) == people

    def test_one_entry_shows_everything_and_no_field_to_type_in(self, panel: Client) -> None:
        row = ToolInvocation.objects.get(username="alice")
        page = panel.get(f"{AUDIT}{row.pk}/change/").content.decode()
        assert "&quot;city&quot;: &quot;Oslo&quot;" in page
        assert 'name="_save"' not in page

    def test_results_and_durations_are_words_and_seconds(self, panel: Client) -> None:
        pages = [
            panel.get(AUDIT),
            *(panel.get(f"{AUDIT}{pk}/change/") for pk in ToolInvocation.objects.values_list("pk", flat=True)),
        ]
        for page in [re.sub(r"<[^>]*>", " ", answer.content.decode()) for answer in pages]:
            assert not re.search(r"Failed\s*·|\d ms\b", page)
        assert "0.01 s" in pages[0].content.decode()

    @pytest.mark.parametrize("act", ["add/", "{pk}/delete/"])
    def test_nothing_can_be_added_or_deleted(self, panel: Client, act: str) -> None:
        row = ToolInvocation.objects.get(username="alice")
        assert panel.get(AUDIT + act.format(pk=row.pk)).status_code == 403
        assert panel.post(AUDIT + act.format(pk=row.pk), {"post": "yes"}).status_code == 403

    def test_nothing_can_be_changed_by_post(self, panel: Client) -> None:
        row = ToolInvocation.objects.get(username="alice")
        assert panel.post(f"{AUDIT}{row.pk}/change/", {"message": "forged"}).status_code == 403
        row.refresh_from_db()
        assert row.message == "ok"

    def test_the_export_has_a_line_per_call_and_no_formulas(self, panel: Client) -> None:
        keys = [str(pk) for pk in ToolInvocation.objects.values_list("pk", flat=True)]
        answer = panel.post(AUDIT, {"action": "export_csv", "_selected_action": keys})
        assert isinstance(answer, StreamingHttpResponse)
        assert answer["Content-Type"] == "text/csv; charset=utf-8"
        assert "attachment" in answer["Content-Disposition"]
        lines = list(csv.DictReader(StringIO(answer.getvalue().decode("utf-8-sig"))))
        assert [(line["username"], line["title"], line["decision"]) for line in lines] == [
            ("bob", "'=cmd()", "deny"), ("alice", "Weather", "allow")
        ]  # fmt: skip
        assert lines[1]["arguments"] == '{"city": "Oslo"}'
        assert lines[1]["success"] == "true"


def test_a_rule_is_added_with_its_author(panel: Client, clerks: Group, admin: User) -> None:
    form = {"role": clerks.pk, "tool_pattern": "http_request", "workflow_id": "", "effect": "deny", "note": "no"}
    assert panel.post("/admin/tools/toolpolicy/add/", form).status_code == 302
    rule = ToolPolicy.objects.get()
    assert (rule.role, rule.effect, rule.created_by) == (clerks, "deny", admin)


def test_the_head_of_a_page_has_a_name_as_it_was_written(panel: Client) -> None:
    role = Group.objects.create(name="iOS testers")
    page = panel.get(f"/admin/auth/group/{role.pk}/change/").content.decode()
    assert re.findall(r"tracking-tight\">\s*([^<]*?)\s*<", page)[-3:] == ["People", "Roles", "iOS testers"]


def test_a_malformed_rule_is_refused(panel: Client) -> None:
    answer = panel.post("/admin/tools/toolpolicy/add/", {"tool_pattern": "a b", "effect": "deny"})
    assert "Use only letters, digits" in answer.content.decode()
    assert not ToolPolicy.objects.exists()


def test_a_configured_tool_is_shown_without_secrets_and_can_be_switched_off(panel: Client, bot: ToolConfig) -> None:
    address = f"/admin/tools/toolconfig/{bot.pk}/change/"
    assert "planted-secret" not in panel.get(address).content.decode()
    assert panel.post(address, {"name": "News bot", "description": ""}).status_code == 302
    bot.refresh_from_db()
    assert (bot.enabled, bot.full_config()["webhookUrl"]) == (False, WEBHOOK)


def test_deleting_configured_tools_deletes_their_secrets(panel: Client, bot: ToolConfig) -> None:
    panel.post(
        "/admin/tools/toolconfig/", {"action": "delete_selected", "_selected_action": [str(bot.pk)], "post": "yes"}
    )
    assert not ToolConfig.objects.exists()
    assert not Credential.objects.exists()


def test_credentials_are_listed_and_not_typed_in(panel: Client, bot: ToolConfig) -> None:
    page = panel.get(f"/admin/tools/credential/{bot.credential_id}/change/").content.decode()
    assert "webhookUrl" in page
    assert "planted-secret" not in page
    assert panel.get("/admin/tools/credential/add/").status_code == 403


@pytest.mark.parametrize(
    "page",
    ["", "auth/user/", "auth/group/", "auth/group/add/", "tools/toolpolicy/", "tools/toolconfig/",
     "tools/credential/", "tools/toolpolicy/add/"],
)  # fmt: skip
@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_every_page_opens(panel: Client, bot: ToolConfig, page: str, language: str) -> None:
    assert panel.get(f"/admin/{page}", headers={"Accept-Language": language}).status_code == 200


def test_nobody_is_added_or_changed_here(panel: Client, alice: User) -> None:
    assert panel.get("/admin/auth/user/add/").status_code == 403
    assert panel.get(f"/admin/auth/user/{alice.pk}/password/").status_code == 302  # Django's way to say: no such page
    page = panel.get(f"/admin/auth/user/{alice.pk}/change/").content.decode()
    assert 'type="password"' not in page
    assert alice.password not in page
    assert panel.post(f"/admin/auth/user/{alice.pk}/change/", {"username": "eve"}).status_code == 403
