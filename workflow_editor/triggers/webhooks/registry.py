"""The kinds of senders, in the order that people look for them."""

from collections.abc import Mapping
from typing import Any

from workflow_editor.triggers.webhooks.basic import BasicSender
from workflow_editor.triggers.webhooks.bearer import BearerSender
from workflow_editor.triggers.webhooks.dingtalk import DingTalkSender
from workflow_editor.triggers.webhooks.feishu import FeishuSender
from workflow_editor.triggers.webhooks.github import GitHubSender
from workflow_editor.triggers.webhooks.gitlab import GitLabSender
from workflow_editor.triggers.webhooks.header import HeaderSender
from workflow_editor.triggers.webhooks.hmac import HmacSender
from workflow_editor.triggers.webhooks.none import UnprovedSender
from workflow_editor.triggers.webhooks.sender import Sender
from workflow_editor.triggers.webhooks.shopify import ShopifySender
from workflow_editor.triggers.webhooks.slack import SlackSender
from workflow_editor.triggers.webhooks.standard_webhooks import StandardWebhooksSender
from workflow_editor.triggers.webhooks.stripe import StripeSender
from workflow_editor.triggers.webhooks.telegram import TelegramSender
from workflow_editor.triggers.webhooks.wecom import WeComSender
from workflow_editor.triggers.webhooks.whatsapp import WhatsAppSender

_ALL: tuple[Sender[Any], ...] = (
    UnprovedSender(),
    BasicSender(),
    HeaderSender(),
    BearerSender(),
    HmacSender(),
    StandardWebhooksSender(),
    GitHubSender(),
    GitLabSender(),
    StripeSender(),
    SlackSender(),
    ShopifySender(),
    FeishuSender(),
    DingTalkSender(),
    WeComSender(),
    TelegramSender(),
    WhatsAppSender(),
)

SENDERS: Mapping[str, Sender[Any]] = {sender.id: sender for sender in _ALL}
