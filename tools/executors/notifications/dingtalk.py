"""DingTalk custom robots. Pure.

Source: Custom robot page of open.dingtalk.com: signature, message types and global error codes.
"""

import base64
import hashlib
import hmac
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal

import httpx2
from pydantic import Field

from tools.core.definitions import JsonObject
from tools.core.envelope import ResultCode
from tools.core.text import Text
from tools.executors.contract.schema import ui
from tools.executors.notifications.platform import (
    BUSY,
    WRONG_KIND,
    DeliveryFailure,
    Notification,
    NotificationConfig,
    Platform,
    Webhook,
    first_line,
    json_size,
    message_type_ui,
    split_text,
)

_MAX_CONTENT_BYTES = 18_000
"""The limit of a whole body is about 20,000 bytes; the service does not publish it."""

_UNSUITABLE = DeliveryFailure(
    ResultCode.BAD_ARGUMENTS,
    Text("The service considers the content unsuitable. Rephrase it."),
)
_THROTTLED = DeliveryFailure(
    ResultCode.UNAVAILABLE,
    Text("The robot is rate-limited (20 messages per minute, then a 10-minute pause). Try again later."),
)
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

    webhook = Webhook(frozenset({"oapi.dingtalk.com"}), "/robot/send", key="access_token")

    secret: str = Field(
        default="",
        json_schema_extra=ui(
            Text.in_context("DingTalk", "Signing secret"),
            "Starts with SEC; only if the robot's security setting is a signature.",
            widget="secret",
        ),
    )
    message_type: Literal["text", "markdown", "actionCard"] = Field(
        default="text",
        json_schema_extra=message_type_ui("actionCard", Text("Action card")),
    )
    link_title: str = Field(
        default="",
        json_schema_extra=ui("Button text", show_if={"messageType": ["actionCard"]}),
    )
    link_url: str = Field(
        default="",
        json_schema_extra=ui(
            "Button URL",
            "Empty: the model fills it in.",
            show_if={"messageType": ["actionCard"]},
        ),
    )
    at_mobiles: list[str] = Field(
        default_factory=list,
        json_schema_extra=ui(
            "Mention by phone",
            "One phone number per line.",
            widget="lines",
            show_if={"messageType": ["text", "markdown"]},
        ),
    )
    at_all: bool = Field(
        default=False,
        json_schema_extra=ui("Mention everyone", show_if={"messageType": ["text", "markdown"]}),
    )


class Dingtalk(Platform):
    """Signature in the query, in milliseconds; mentions only in text and Markdown."""

    title = Text("DingTalk")
    kinds_with_title = frozenset({"markdown", "actionCard"})
    kinds_with_link = frozenset({"actionCard"})
    kinds_with_mobiles = frozenset({"text", "markdown"})
    refusals = {
        400013: DeliveryFailure(
            ResultCode.CONFIGURATION,
            Text("The group was dissolved. Choose another robot."),
        ),
        400101: DeliveryFailure(
            ResultCode.CONFIGURATION,
            Text("The access token is unknown. Copy the webhook URL again."),
        ),
        400102: DeliveryFailure(
            ResultCode.CONFIGURATION,
            Text("The robot is disabled. Enable it in the group's settings."),
        ),
        400105: WRONG_KIND,
        400106: DeliveryFailure(
            ResultCode.CONFIGURATION,
            Text("The robot is no longer in the group. Add it again."),
        ),
        410100: _THROTTLED,
        130101: _THROTTLED,
        430101: DeliveryFailure(
            ResultCode.BAD_ARGUMENTS,
            Text("The message contains a link that the service considers unsafe. Remove it."),
        ),
        430102: _UNSUITABLE,
        430103: _UNSUITABLE,
        430104: _UNSUITABLE,
        -1: BUSY,
    }

    def kind(self, config: DingtalkConfig) -> str:
        """Return the configured message type."""
        return config.message_type

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

    def error_code(self, reply: Mapping[str, Any]) -> int:
        """Read `errcode`."""
        code = reply.get("errcode")
        return code if isinstance(code, int) else -1

    def refusal(self, code: int, text: str) -> DeliveryFailure:
        """Explain an error code; the text tells which security check failed."""
        if code != 310000:
            return super().refusal(code, text)
        advice = next((advice for word, advice in _SECURITY_ADVICE if word in text.lower()), None)
        return DeliveryFailure(
            ResultCode.CONFIGURATION,
            advice
            or Text(
                "The robot's security check failed. Compare its keyword, signature and IP settings with this tool."
            ),
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
