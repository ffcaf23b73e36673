"""The other pages of the panel: configured tools, credentials, people."""

import re

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client

from tests.tools.conftest import WEBHOOK
from tools.models import Credential, ToolConfig


def test_the_head_of_a_page_has_a_name_as_it_was_written(panel: Client) -> None:
    role = Group.objects.create(name="iOS testers")
    page = panel.get(f"/admin/auth/group/{role.pk}/change/").content.decode()
    assert re.findall(r"tracking-tight\">\s*([^<]*?)\s*<", page)[-3:] == ["People", "Roles", "iOS testers"]


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
    ["", "auth/user/", "auth/group/", "auth/group/add/", "tools/toolconfig/", "tools/credential/"],
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
