"""The other pages of the panel: rules, configured tools, credentials, people."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from tests.tools.conftest import WEBHOOK
from tools.models import Credential, ToolConfig, ToolPolicy
from workflow_editor.admin.account_links import AccountLinkForm
from workflow_editor.models import AccountLink


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
    ["", "auth/user/", "workflow_editor/accountlink/", "workflow_editor/accountlink/add/",
     "auth/group/", "auth/group/add/", "tools/toolpolicy/", "tools/toolconfig/",
     "tools/credential/", "tools/toolpolicy/add/"],
)  # fmt: skip
@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_every_page_opens(panel: Client, bot: ToolConfig, page: str, language: str) -> None:
    assert panel.get(f"/admin/{page}", headers={"Accept-Language": language}).status_code == 200


def test_nobody_types_a_password_for_somebody_else(panel: Client, alice: User) -> None:
    assert panel.get("/admin/auth/user/add/").status_code == 403
    assert panel.get(f"/admin/auth/user/{alice.pk}/password/").status_code == 302  # Django's way to say: no such page
    form = panel.get(f"/admin/auth/user/{alice.pk}/change/").content.decode()
    assert 'type="password"' not in form
    assert alice.password not in form


def link_in(answer: Any) -> str:
    (token,) = re.findall(r"/setup\?token=([\w-]+)", answer.content.decode())
    return str(token)


def test_an_invited_person_gets_the_role_and_chooses_the_password(panel: Client, clerks: Group) -> None:
    made = panel.post("/admin/workflow_editor/accountlink/add/", {"note": "Erin", "days": "7", "roles": str(clerks.pk)})
    token = link_in(made)
    listed = panel.get("/admin/workflow_editor/accountlink/").content.decode()
    assert "Erin" in listed
    assert token not in listed
    body = {"token": token, "username": "erin", "password": "a-long-word-9"}
    assert APIClient().post("/api/setup/", body).status_code == 200
    erin = User.objects.get(username="erin")
    assert erin.check_password("a-long-word-9")
    assert (list(erin.groups.all()), erin.is_staff, erin.is_superuser) == ([clerks], False, False)


def test_links_are_described_in_the_language_of_whoever_asks(panel: Client) -> None:
    chinese = {"Accept-Language": "zh-hans"}
    link = "/admin/workflow_editor/accountlink/"
    form = panel.get(f"{link}add/", headers=chinese).content.decode()
    assert "30 天" in form
    assert "30 days" not in form
    token = link_in(panel.post(f"{link}add/", {"note": "Erin", "days": "7"}))
    body = {"token": token, "username": "erin", "password": "a-long-word-9"}
    assert APIClient().post("/api/setup/", body).status_code == 200
    assert "已使用" in panel.get(link, headers=chinese).content.decode()


def test_a_link_that_was_made_shows_when_it_ends(panel: Client) -> None:
    panel.post("/admin/workflow_editor/accountlink/add/", {"note": "Erin", "days": "7"})
    link = AccountLink.objects.get()
    chinese = {"Accept-Language": "zh-hans"}
    page = panel.get(f"/admin/workflow_editor/accountlink/{link.pk}/change/", headers=chinese).content.decode()
    assert "过期时间" in re.findall(r"<label[^>]*>\s*([^<]*)", page)
    assert "Days" not in page


def test_a_person_chooses_a_new_password_with_a_link(panel: Client, alice: User) -> None:
    token = link_in(panel.post("/admin/workflow_editor/accountlink/add/", {"user": str(alice.pk), "days": "1"}))
    person = APIClient()
    about = person.post("/api/setup/link/", {"token": token}).json()
    assert (about["purpose"], about["username"]) == ("password_reset", "alice")
    body = {"token": token, "password": "a-long-word-9", "username": "admin"}
    assert person.post("/api/setup/", body).json()["user"]["username"] == "alice"
    alice.refresh_from_db()
    assert alice.check_password("a-long-word-9")
    assert person.post("/api/setup/", body).status_code == 403


@pytest.mark.parametrize("end", ["revoked", "expired", "replaced", "deactivated"])
def test_a_link_that_has_ended_opens_nothing(panel: Client, alice: User, end: str) -> None:
    add = "/admin/workflow_editor/accountlink/add/"
    token = link_in(panel.post(add, {"user": str(alice.pk), "days": "1"}))
    row = AccountLink.objects.get()
    if end == "revoked":
        panel.post(f"/admin/workflow_editor/accountlink/{row.pk}/delete/", {"post": "yes"})
    elif end == "expired":
        AccountLink.objects.update(expires_at=timezone.now())
    elif end == "replaced":
        panel.post(add, {"user": str(alice.pk), "days": "1"})
    else:
        User.objects.filter(pk=alice.pk).update(is_active=False)
    assert APIClient().post("/api/setup/link/", {"token": token}).status_code == 403
    assert APIClient().post("/api/setup/", {"token": token, "password": "a-long-word-9"}).status_code == 403


def test_the_default_of_a_link_is_one_of_its_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workflow_editor.admin.account_links.LINK_LASTS", timedelta(days=14))
    form = AccountLinkForm()
    assert form.get_initial_for_field(form.fields["days"], "days") == 14
    assert '<option value="14" selected' in str(form["days"])
