"""Configured tools: what is stored where, and what is refused at which field."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from tests.database_rows import rows_of_all_tables
from tests.tools.conftest import WEBHOOK, ToolMaker
from tools.core.errors import RecordInUseError, RecordInvalidError, ToolConfigurationError
from tools.models import Credential, ToolConfig
from tools.secrets import encryption as secrets
from tools.services.credentials import credential_delete
from tools.services.tool_configs import tool_config_delete, tool_config_update

HEADER_ROW = ["/config/headers/0/key", "/config/headers/0/value"]


def pointers(error: RecordInvalidError) -> list[str]:
    return [item["pointer"] for item in error.details["errors"]]


def test_secret_fields_go_to_the_credential(bot: ToolConfig) -> None:
    bot.refresh_from_db()
    assert bot.config == {"title": "News"}
    assert bot.secret_values() == {"webhookUrl": WEBHOOK}
    assert bot.full_config() == {"title": "News", "webhookUrl": WEBHOOK}


def test_a_planted_secret_is_nowhere_in_the_database(bot: ToolConfig, make_tool: ToolMaker) -> None:
    headers = [{"key": "X-Api-Key", "value": "planted-secret-header"}]
    make_tool(
        config={
            "url": "https://hooks.example.com/services/T01/planted-secret-Zk3x9QwE71vB?access_token=planted-secret-query",
            "headers": headers,
            "method": "POST",
            "body": '{"city": "Delft", "password": "planted-secret-body"}',
        }
    )
    dump = "\n".join(rows_of_all_tables())
    assert "News bot" in dump
    assert "planted-secret" not in dump


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"type": "no-such-type"}, ["/type"]),
        ({"name": ""}, ["/name"]),
        ({"config": {"timeout": 10}}, ["/config/timeout"]),
        ({"config": {"method": "BREW", "timeout": "soon"}}, ["/config/timeout", "/config/method"]),
        ({"config": {"headers": [{"key": "A", "value": 1}]}}, ["/config/headers/0/value"]),
        ({"config": {"headers": [{"key": "A b", "value": "x\r\nHost: y"}]}}, HEADER_ROW),
        ({"config": {"url": "http://10.0.0.1/"}}, ["/config/url"]),
        ({"config": {"url": "http://localhost/"}}, ["/config/url"]),
        ({"config": {"unknown": 1}}, ["/config/unknown"]),
        ({"type": "notification-feishu", "config": {"webhookUrl": "http://evil.example/"}}, ["/config/webhookUrl"]),
        ({"type": "notification-wecom", "config": {"webhookUrl": WEBHOOK}}, ["/config/webhookUrl"]),
    ],
)
def test_wrong_fields_are_pointed_at_and_nothing_is_stored(
    make_tool: ToolMaker, fields: dict[str, Any], expected: list[str]
) -> None:
    with pytest.raises(RecordInvalidError) as caught:
        make_tool(**fields)
    assert pointers(caught.value) == expected
    assert not ToolConfig.objects.exists()
    assert not Credential.objects.exists()


def test_errors_do_not_quote_secrets(make_tool: ToolMaker) -> None:
    with pytest.raises(RecordInvalidError) as caught:
        make_tool(type="notification-wecom", config={"webhookUrl": WEBHOOK})
    assert "planted-secret" not in str(caught.value.details)


@pytest.mark.parametrize("type_", ["http-request", "notification-dingtalk", "custom", "claude-skill", "xiaohongshu"])
def test_every_type_can_be_stored_with_its_defaults(make_tool: ToolMaker, type_: str) -> None:
    make_tool(type=type_, config={}).full_clean()


def test_a_secret_typed_into_the_plain_settings_is_refused(bot: ToolConfig) -> None:
    bot.config = {"webhookUrl": WEBHOOK}
    with pytest.raises(ValidationError) as caught:
        bot.full_clean()
    assert caught.value.error_dict["config"][0].code == "secret"


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        ({"title": "B"}, {"webhookUrl": WEBHOOK}),
        ({"title": "B", "webhookUrl": None}, {"webhookUrl": WEBHOOK}),
        ({"title": "B", "secret": "s3"}, {"webhookUrl": WEBHOOK, "secret": "s3"}),
        ({"title": "B", "webhookUrl": ""}, {}),
        ({"title": "B", "webhookUrl": f"{WEBHOOK}2"}, {"webhookUrl": f"{WEBHOOK}2"}),
    ],
)
def test_updating_keeps_replaces_or_removes_secrets(
    bot: ToolConfig, config: dict[str, Any], expected: dict[str, str]
) -> None:
    tool_config_update(tool=bot, config=config)
    bot.refresh_from_db()
    assert bot.config == {"title": "B"}
    assert bot.secret_values() == expected
    assert bot.credential is not None
    assert bot.credential.value_names == sorted(expected)


def test_an_update_changes_only_what_is_given(bot: ToolConfig) -> None:
    tool_config_update(tool=bot, enabled=False)
    bot.refresh_from_db()
    assert (bot.name, bot.enabled, bot.config) == ("News bot", False, {"title": "News"})


def test_a_refused_update_changes_neither_settings_nor_secrets(bot: ToolConfig) -> None:
    with pytest.raises(RecordInvalidError):
        tool_config_update(tool=bot, config={"secret": "new", "messageType": "fax"})
    stored = ToolConfig.objects.get(pk=bot.pk)
    assert stored.full_config() == {"title": "News", "webhookUrl": WEBHOOK}


def test_deleting_a_tool_deletes_its_secrets(bot: ToolConfig) -> None:
    tool_config_delete(tool=bot)
    assert not ToolConfig.objects.exists()
    assert not Credential.objects.exists()


def test_a_credential_in_use_cannot_be_deleted(bot: ToolConfig) -> None:
    assert bot.credential is not None
    with pytest.raises(RecordInUseError):
        credential_delete(credential=bot.credential)


def test_deleting_a_person_deletes_their_tools_and_secrets(bot: ToolConfig, alice: User) -> None:
    alice.delete()
    assert not ToolConfig.objects.exists()
    assert not Credential.objects.exists()


def test_a_lost_key_is_healed_by_entering_the_secret_again(bot: ToolConfig, settings: Any, tmp_path: Any) -> None:
    settings.DATA_DIR = tmp_path
    with pytest.raises(ToolConfigurationError):
        bot.secret_values()
    tool_config_update(tool=bot, config={"title": "News", "webhookUrl": WEBHOOK})
    assert bot.secret_values() == {"webhookUrl": WEBHOOK}
    assert (tmp_path / secrets.KEY_FILE_NAME).exists()
