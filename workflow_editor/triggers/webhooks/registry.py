"""The kinds of senders, in the order that people look for them."""

from collections.abc import Mapping
from typing import Any

from workflow_editor.triggers.webhooks.basic import Basic
from workflow_editor.triggers.webhooks.bearer import Bearer
from workflow_editor.triggers.webhooks.dingtalk import DingTalk
from workflow_editor.triggers.webhooks.feishu import Feishu
from workflow_editor.triggers.webhooks.github import GitHub
from workflow_editor.triggers.webhooks.gitlab import GitLab
from workflow_editor.triggers.webhooks.header import Header
from workflow_editor.triggers.webhooks.hmac import Hmac
from workflow_editor.triggers.webhooks.none import Anybody
from workflow_editor.triggers.webhooks.sender import Sender
from workflow_editor.triggers.webhooks.shopify import Shopify
from workflow_editor.triggers.webhooks.slack import Slack
from workflow_editor.triggers.webhooks.standard_webhooks import StandardWebhooks
from workflow_editor.triggers.webhooks.stripe import Stripe
from workflow_editor.triggers.webhooks.telegram import Telegram
from workflow_editor.triggers.webhooks.wecom import WeCom
from workflow_editor.triggers.webhooks.whatsapp import WhatsApp

_ALL: tuple[Sender[Any], ...] = (
    Anybody(),
    Basic(),
    Header(),
    Bearer(),
    Hmac(),
    StandardWebhooks(),
    GitHub(),
    GitLab(),
    Stripe(),
    Slack(),
    Shopify(),
    Feishu(),
    DingTalk(),
    WeCom(),
    Telegram(),
    WhatsApp(),
)

SENDERS: Mapping[str, Sender[Any]] = {sender.id: sender for sender in _ALL}
