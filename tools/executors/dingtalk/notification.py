"""DingTalk custom robots. Pure.

Source: Custom robot page of open.dingtalk.com: signature, message types and global error codes.
"""

import base64
import hashlib
import hmac
from datetime import datetime
from typing import Literal

import httpx2

from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.executors.contract.schema import form_field
from tools.executors.dingtalk.account import ROBOTS
from tools.executors.shared.error_codes import BUSY, ErrorMeaning, bad_input, setup, unavailable
from tools.executors.shared.notification import (
    WRONG_KIND,
    Notification,
    NotificationConfig,
    Platform,
    Webhook,
    first_line,
    json_size,
    message_type_field,
    split_text,
)

_MAX_CONTENT_BYTES = 18_000
"""The limit of a whole body is about 20,000 bytes; the service does not publish it."""

_SECURITY_ADVICE = (
    (
        "keyword",
        Text("The robot requires a keyword. Include one of its keywords in the message."),
    ),
    (
        "timestamp",
        Text("The signature has expired. Check this server's clock."),
    ),
    ("sign", Text("The signature does not match. Check the signing secret.")),
    (
        "ip",
        Text("Add this server's IP address to the robot's allow list."),
    ),
)


class DingtalkConfig(NotificationConfig):
    """A robot in a DingTalk group."""

    webhook = Webhook([ROBOTS], "/robot/send", key="access_token")

    secret: str = form_field(
        Text.in_context("DingTalk", "Signing secret"),
        "Starts with SEC; only if the robot's security setting is a signature.",
        default="",
        widget="secret",
    )
    message_type: Literal["text", "markdown", "actionCard"] = message_type_field("actionCard", Text("Action card"))
    link_title: str = form_field("Button text", default="", show_if={"messageType": ["actionCard"]})
    link_url: str = form_field(
        "Button URL", "The model fills it in if you do not.", default="", show_if={"messageType": ["actionCard"]}
    )
    at_mobiles: list[str] = form_field(
        "Mention by phone",
        "One phone number per line.",
        default_factory=list,
        widget="lines",
        show_if={"messageType": ["text", "markdown"]},
    )
    at_all: bool = form_field("Mention everyone", default=False, show_if={"messageType": ["text", "markdown"]})


class Dingtalk(Platform):
    """Signature in the query, in milliseconds; mentions only in text and Markdown."""

    title = Text("DingTalk")
    kinds_with_title = frozenset({"markdown", "actionCard"})
    kinds_with_link = frozenset({"actionCard"})
    kinds_with_mobiles = frozenset({"text", "markdown"})
    refusals = {
        400013: setup(Text("The group was dissolved. Choose another robot.")),
        400101: setup(Text("The access token is unknown. Copy the webhook URL again.")),
        400102: setup(Text("The robot is disabled. Enable it in the group's settings.")),
        400105: WRONG_KIND,
        400106: setup(Text("The robot is no longer in the group. Add it again.")),
        **dict.fromkeys(
            (410100, 130101),
            unavailable(
                Text("The robot is rate-limited (20 messages per minute, then a 10-minute pause). Try again later.")
            ),
        ),
        430101: bad_input(Text("The message contains a link that the service considers unsafe. Remove it.")),
        **dict.fromkeys(
            range(430102, 430105), bad_input(Text("The service considers the content unsuitable. Rephrase it."))
        ),
        -1: BUSY,
    }

    def bodies(self, config: DingtalkConfig, message: Notification) -> list[JsonObject]:
        """Return one body per piece of text; only the first mentions people."""
        pieces = split_text(message.content, _MAX_CONTENT_BYTES, size=json_size)
        return [self._body(config, message, piece, mention=number == 0) for number, piece in enumerate(pieces)]

    def signed(self, config: DingtalkConfig, body: JsonObject, now: datetime) -> tuple[str, JsonObject]:
        """Put timestamp (milliseconds) and signature into the query."""
        if not config.secret:
            return config.webhook_url, body
        timestamp = str(int(now.timestamp() * 1000))
        digest = hmac.new(config.secret.encode(), f"{timestamp}\n{config.secret}".encode(), hashlib.sha256).digest()
        signature = {"timestamp": timestamp, "sign": base64.b64encode(digest).decode()}
        return str(httpx2.URL(config.webhook_url).copy_merge_params(signature)), body

    def refusal(self, code: int, text: str) -> ErrorMeaning:
        """Explain an error code; for the security check the text tells which of them failed."""
        if code != 310000:
            return super().refusal(code, text)
        advice = next((advice for word, advice in _SECURITY_ADVICE if word in text.lower()), None)
        return setup(
            advice
            or Text("The robot's security check failed. Compare its keyword, signature and IP settings with this tool.")
        )

    def _body(self, config: DingtalkConfig, message: Notification, piece: str, *, mention: bool) -> JsonObject:
        if message.kind == "actionCard":
            return {
                "msgtype": "actionCard",
                "actionCard": {
                    "title": message.title or first_line(message.content),
                    "text": piece,
                    "singleTitle": config.link_title or "Open / 查看",
                    "singleURL": message.link_url,
                    "btnOrientation": "0",
                },
            }
        mobiles = list(message.mobiles) if mention else []
        at = {"atMobiles": mobiles, "isAtAll": config.at_all and mention}
        if message.kind == "text":
            return {"msgtype": "text", "text": {"content": piece}, "at": at}
        # In Markdown a mention only works where the text itself holds the number.
        named = "".join(f"\n@{mobile}" for mobile in mobiles if f"@{mobile}" not in piece)
        title = message.title or first_line(message.content)
        return {"msgtype": "markdown", "markdown": {"title": title, "text": piece + named}, "at": at}
