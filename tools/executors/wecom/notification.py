"""WeCom (企业微信) group robots. Pure. Source: developer.work.weixin.qq.com/document/path/91770"""

from datetime import datetime
from typing import Literal

from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.executors.contract.schema import form_field
from tools.executors.shared.error_codes import BUSY, bad_input, setup, unavailable
from tools.executors.shared.notification import (
    WRONG_KIND,
    Notification,
    NotificationConfig,
    Platform,
    Webhook,
    cut,
    first_line,
    message_type_field,
    split_text,
)
from tools.executors.wecom.account import HOST

_MAX_TEXT_BYTES = 2048
_MAX_MARKDOWN_BYTES = 4096
_MAX_NEWS_TITLE_BYTES = 128
_MAX_NEWS_DESCRIPTION_BYTES = 512


_EVERYONE = "all"


class WecomConfig(NotificationConfig):
    """A robot in a WeCom group."""

    webhook = Webhook([HOST], "/cgi-bin/webhook/send", key="key")

    message_type: Literal["text", "markdown", "news"] = message_type_field("news", Text("News card"))
    link_url: str = form_field(
        "Link", "The model fills it in if you do not.", default="", show_if={"messageType": ["news"]}
    )
    picture_url: str = form_field("Image URL", default="", show_if={"messageType": ["news"]})
    mentioned_list: list[str] = form_field(
        "Mention by user ID",
        "One user ID per line. @all mentions everyone.",
        default_factory=list,
        widget="lines",
        show_if={"messageType": ["text", "markdown"]},
    )
    mentioned_mobile_list: list[str] = form_field(
        "Mention by phone",
        "One phone number per line.",
        default_factory=list,
        widget="lines",
        show_if={"messageType": ["text"]},
    )


class Wecom(Platform):
    """No signature: the key in the address is all."""

    title = Text("WeCom")
    kinds_with_title = frozenset({"markdown", "news"})
    kinds_with_link = frozenset({"news"})
    kinds_with_mobiles = frozenset({"text"})
    refusals = {
        93000: setup(Text("The webhook key is wrong or the robot was removed. Copy the URL again.")),
        40058: bad_input(Text("A field is too long or malformed. Shorten the message.")),
        45009: unavailable(Text("The robot is rate-limited (20 messages per minute). Try again later.")),
        40008: WRONG_KIND,
        44004: bad_input(Text("The content is empty. Write a message.")),
        -1: BUSY,
    }

    def bodies(self, config: WecomConfig, message: Notification) -> list[JsonObject]:
        """Return one body per piece of text; only the first mentions people. News is cut, never split."""
        if message.kind == "news":
            return [{"msgtype": "news", "news": {"articles": [self._article(config, message)]}}]
        if message.kind == "markdown":
            pieces = split_text(self._markdown(config, message), _MAX_MARKDOWN_BYTES)
            return [{"msgtype": "markdown", "markdown": {"content": piece}} for piece in pieces]
        pieces = split_text(message.content, _MAX_TEXT_BYTES)
        return [
            {"msgtype": "text", "text": {"content": piece, **(self._mentions(config, message) if number == 0 else {})}}
            for number, piece in enumerate(pieces)
        ]

    def signed(self, config: WecomConfig, body: JsonObject, now: datetime) -> tuple[str, JsonObject]:
        """Return both unchanged: the service knows no signature."""
        return config.webhook_url, body

    def _article(self, config: WecomConfig, message: Notification) -> JsonObject:
        article = {
            "title": cut(message.title or first_line(message.content), _MAX_NEWS_TITLE_BYTES),
            "description": cut(message.content, _MAX_NEWS_DESCRIPTION_BYTES),
            "url": message.link_url,
        }
        return {**article, "picurl": config.picture_url} if config.picture_url else article

    def _markdown(self, config: WecomConfig, message: Notification) -> str:
        heading = f"# {message.title}\n" if message.title else ""
        mentions = "".join(f"\n<@{user}>" for user in _user_ids(config))
        return f"{heading}{message.content}{mentions}"

    def _mentions(self, config: WecomConfig, message: Notification) -> JsonObject:
        mentions: JsonObject = {}
        if users := _user_ids(config):
            mentions["mentioned_list"] = [f"@{user}" if user == _EVERYONE else user for user in users]
        if message.mobiles:
            mentions["mentioned_mobile_list"] = list(message.mobiles)
        return mentions


def _user_ids(config: WecomConfig) -> list[str]:
    """Return whom to mention as the service names them, however they were written: `anna`, `@anna`, `<@anna>`."""
    return [user for line in config.mentioned_list if (user := line.strip().strip("<>").lstrip("@"))]
