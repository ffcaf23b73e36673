"""Feishu and Lark custom bots. Pure.

Source: Custom bot guide, open.larkoffice.com/document/ukTMukTMukTM/ucTM5YjL3ETO24yNxkjN.md
"""

import base64
import hashlib
import hmac
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal

from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.executors.contract.schema import form_field
from tools.executors.feishu.account import HOSTS
from tools.executors.shared.error_codes import bad_input, setup, unavailable
from tools.executors.shared.notification import (
    Notification,
    NotificationConfig,
    Platform,
    Webhook,
    json_size,
    message_type_field,
    split_text,
)

_MAX_CONTENT_BYTES = 18_000
"""The service takes 20,000 bytes for the whole body; the rest is for title, card and signature."""


class FeishuConfig(NotificationConfig):
    """A bot in a Feishu or Lark group."""

    webhook = Webhook(HOSTS.values(), "/open-apis/bot/v2/hook/")

    secret: str = form_field(
        "Signing secret", "Only if the bot's signature check is enabled.", default="", widget="secret"
    )
    message_type: Literal["text", "markdown", "card"] = message_type_field("card", Text("Card"))
    at_all: bool = form_field("Mention everyone", default=False)


class Feishu(Platform):
    """Texts go as text; Markdown and cards as interactive cards, the only form that renders Markdown."""

    title = Text("Feishu")
    kinds_with_title = frozenset({"markdown", "card"})
    refusals = {
        9499: bad_input(Text("The bot does not accept the format of the message. Simplify the content.")),
        19001: setup(Text("The webhook URL is wrong or the bot was removed. Copy the URL again.")),
        19021: setup(Text("The signature does not match. Check the signing secret and this server's clock.")),
        19022: setup(Text("Add this server's IP address to the bot's allow list.")),
        19024: setup(Text("The bot requires a keyword. Include one of its keywords in the message.")),
        11232: unavailable(Text("The bot is rate-limited (5 per second, 100 per minute). Try again later.")),
    }

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
