"""Configured tools and roles."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client

from tools.models import ToolConfig
from tools.services.tool_configs import tool_config_create

WEBHOOK = "https://open.feishu.cn/open-apis/bot/v2/hook/planted-secret-9d41c7e2"
ToolMaker = Callable[..., ToolConfig]


@pytest.fixture
def panel(admin: User, client: Client) -> Client:
    """The administrator's panel, signed in."""
    client.force_login(admin)
    return client


@pytest.fixture
def make_tool(alice: User) -> ToolMaker:
    """Configure a tool of alice's; an HTTP request by default."""

    def make(**fields: Any) -> ToolConfig:
        defaults: dict[str, Any] = {
            "owner": alice,
            "type": "http-request",
            "name": "Weather",
            "config": {"url": "https://api.example.com/weather"},
        }
        return tool_config_create(**(defaults | fields))

    return make


@pytest.fixture
def bot(make_tool: ToolMaker) -> ToolConfig:
    """Alice's Feishu bot, with a secret webhook address."""
    return make_tool(type="notification-feishu", name="News bot", config={"webhookUrl": WEBHOOK, "title": "News"})


@pytest.fixture
def clerks(db: None) -> Group:
    return Group.objects.create(name="clerks")
