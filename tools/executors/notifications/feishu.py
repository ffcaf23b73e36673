"""Feishu and Lark custom bots. Pure.

Source:
    Custom bot guide, open.larkoffice.com/document/ukTMukTMukTM/ucTM5YjL3ETO24yNxkjN.md
"""

import base64
import hashlib
import hmac
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal

from pydantic import Field

from tools.core.definitions import JsonObject, Text
from tools.core.envelope import ResultCode
from tools.executors.contract.schema import ui
from tools.executors.notifications.platform import (
    DeliveryFailure,
    Notification,
    NotificationConfig,
    Platform,
    Webhook,
    json_size,
    message_type_ui,
    split_text,
)

_MAX_CONTENT_BYTES = 18_000
"""The service takes 20,000 bytes for the whole body; the rest is for title, card and signature."""


class FeishuConfig(NotificationConfig):
    """A bot in a Feishu or Lark group."""

    webhook = Webhook(frozenset({"open.feishu.cn", "open.larksuite.com"}), "/open-apis/bot/v2/hook/")

    secret: str = Field(
        default="",
        json_schema_extra=ui(
            "Signing secret",
            "签名密钥",
            "Only if the bot's signature check is switched on.",
            "仅在机器人开启签名校验时填写。",
            widget="secret",
        ),
    )
    message_type: Literal["text", "markdown", "card"] = Field(
        default="text",
        json_schema_extra=message_type_ui("card", Text("Card", "卡片")),
    )
    at_all: bool = Field(default=False, json_schema_extra=ui("Mention everyone", "@所有人"))


class Feishu(Platform):
    """Texts go as text; Markdown and cards as interactive cards, the only form that renders Markdown."""

    title = Text("Feishu", "飞书")
    kinds_with_title = frozenset({"markdown", "card"})
    refusals = {
        9499: DeliveryFailure(
            ResultCode.BAD_ARGUMENTS,
            Text(
                "The message has a form the bot does not take; simplify the content.",
                "机器人不接受该消息格式，请简化内容。",
            ),
        ),
        19001: DeliveryFailure(
            ResultCode.CONFIGURATION,
            Text(
                "The webhook address is wrong or the bot was removed: copy it again.",
                "Webhook 地址不正确或机器人已被移除，请重新复制。",
            ),
        ),
        19021: DeliveryFailure(
            ResultCode.CONFIGURATION,
            Text(
                "The signature does not match: check the signing secret, and that this server's clock is right.",
                "签名不匹配，请检查签名密钥以及服务器时间。",
            ),
        ),
        19022: DeliveryFailure(
            ResultCode.CONFIGURATION,
            Text("Add this server's IP address to the bot's allow list.", "请将本服务器的 IP 地址加入机器人的白名单。"),
        ),
        19024: DeliveryFailure(
            ResultCode.CONFIGURATION,
            Text(
                "The bot wants a keyword: write one of its keywords into the message.",
                "机器人设置了关键词，请在消息中包含其中一个。",
            ),
        ),
        11232: DeliveryFailure(
            ResultCode.UNAVAILABLE,
            Text(
                "The bot is throttled (5 per second, 100 per minute): try again later.",
                "机器人被限流（每秒 5 条、每分钟 100 条），请稍后再试。",
            ),
        ),
    }

    def kind(self, config: FeishuConfig) -> str:
        """Return the configured message type."""
        return config.message_type

    def bodies(self, config: FeishuConfig, message: Notification) -> list[JsonObject]:
        """Return one body per piece of text; only the first mentions everyone."""
        # Mentions are the person's decision: a tag that comes with the text must not work.
        content = message.content.replace("<at ", "<\u200bat ")
        pieces = split_text(content, _MAX_CONTENT_BYTES, size=json_size)
        return [
            self._body(message, piece, mention=config.at_all and number == 0) for number, piece in enumerate(pieces)
        ]

    def signed(self, config: FeishuConfig, body: JsonObject, now: datetime) -> tuple[str, JsonObject]:
        """Put timestamp (seconds) and signature into the body. The string to sign is the key; the message is empty."""
        if not config.secret:
            return config.webhook_url, body
        timestamp = str(int(now.timestamp()))
        digest = hmac.new(f"{timestamp}\n{config.secret}".encode(), b"", hashlib.sha256).digest()
        return config.webhook_url, {"timestamp": timestamp, "sign": base64.b64encode(digest).decode(), **body}

    def error_code(self, reply: Mapping[str, Any]) -> int:
        """Read `code`, or the older `StatusCode`."""
        code = reply.get("code", reply.get("StatusCode"))
        return code if isinstance(code, int) else -1

    def _body(self, message: Notification, piece: str, *, mention: bool) -> JsonObject:
        if message.kind == "text":
            text = f'{piece}\n<at user_id="all">所有人</at>' if mention else piece
            return {"msg_type": "text", "content": {"text": text}}
        text = f"{piece}\n<at id=all></at>" if mention else piece
        card: JsonObject = {"schema": "2.0", "body": {"elements": [{"tag": "markdown", "content": text}]}}
        if message.title:
            card["header"] = {"title": {"tag": "plain_text", "content": message.title}}
            if message.kind == "card":
                card["header"]["template"] = "blue"
        return {"msg_type": "interactive", "card": card}
