"""The chat services, in the order that people look for them."""

from collections.abc import Mapping

from workflow_editor.triggers.bots.dingtalk import DingTalkBot
from workflow_editor.triggers.bots.feishu import FeishuBot
from workflow_editor.triggers.bots.service import BotService
from workflow_editor.triggers.bots.slack import SlackBot
from workflow_editor.triggers.bots.telegram import TelegramBot
from workflow_editor.triggers.bots.wecom import WeComBot
from workflow_editor.triggers.bots.wecom_app import WeComAppBot

_ALL: tuple[BotService, ...] = (FeishuBot(), DingTalkBot(), WeComBot(), WeComAppBot(), SlackBot(), TelegramBot())

BOTS: Mapping[str, BotService] = {service.id: service for service in _ALL}
