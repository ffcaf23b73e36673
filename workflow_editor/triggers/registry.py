"""The senders of webhooks and the chat services, in the order that people look for them."""

from collections.abc import Mapping
from typing import Any

from workflow_editor.triggers.bots.service import BotService
from workflow_editor.triggers.dingtalk.bot import DingTalkBot
from workflow_editor.triggers.dingtalk.webhook import DingTalkSender
from workflow_editor.triggers.feishu.bot import FeishuBot
from workflow_editor.triggers.feishu.webhook import FeishuSender
from workflow_editor.triggers.github.webhook import GitHubSender
from workflow_editor.triggers.gitlab.webhook import GitLabSender
from workflow_editor.triggers.shopify.webhook import ShopifySender
from workflow_editor.triggers.slack.bot import SlackBot
from workflow_editor.triggers.slack.webhook import SlackSender
from workflow_editor.triggers.stripe.webhook import StripeSender
from workflow_editor.triggers.telegram.bot import TelegramBot
from workflow_editor.triggers.telegram.webhook import TelegramSender
from workflow_editor.triggers.webhooks.authorization import BasicSender, BearerSender
from workflow_editor.triggers.webhooks.header import HeaderSender
from workflow_editor.triggers.webhooks.hmac import HmacSender
from workflow_editor.triggers.webhooks.none import UnprovedSender
from workflow_editor.triggers.webhooks.sender import Sender
from workflow_editor.triggers.webhooks.standard_webhooks import StandardWebhooksSender
from workflow_editor.triggers.wecom.bot import WeComAppBot, WeComBot
from workflow_editor.triggers.wecom.webhook import WeComSender
from workflow_editor.triggers.whatsapp.webhook import WhatsAppSender

_SENDERS: tuple[Sender[Any], ...] = (
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

SENDERS: Mapping[str, Sender[Any]] = {sender.id: sender for sender in _SENDERS}

_BOTS: tuple[BotService, ...] = (FeishuBot(), DingTalkBot(), WeComBot(), WeComAppBot(), SlackBot(), TelegramBot())

BOTS: Mapping[str, BotService] = {service.id: service for service in _BOTS}
