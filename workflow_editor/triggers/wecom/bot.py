"""WeCom: messages to an AI bot (JSON callback), answered once at the address that each message brings.

Source: developer.work.weixin.qq.com, pages 100719 and 101138.
"""

import re

from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.executors.wecom.account import HOST
from workflow_editor.triggers.bots.service import BotMessage, BotRequest, BotService, Outgoing, Send, refused
from workflow_editor.triggers.wecom.webhook import WeComSender

_ANSWER_AT = f"{HOST}/"
_MENTION = re.compile(r"^@\S{1,100}\s")
_OTHER_ADDRESS = Text("the address to answer at is not WeCom's")


class WeComBot(BotService):
    """The address to answer at takes one message, within an hour: a longer answer is cut off."""

    id = "wecom"
    title = Text("WeCom AI bot")
    sender = WeComSender()
    part_size = 20_000
    most_parts = 1
    again = frozenset({-1, 45009})

    def message(self, event: JsonObject) -> BotMessage | None:
        kind = event.get("msgtype")
        if "response_url" not in event or kind not in ("text", "voice", "mixed"):
            return None
        person, is_private = str(event["from"]["userid"]), event.get("chattype") == "single"
        return BotMessage(
            key=event["msgid"],
            chat=f"{event.get('aibotid', '')}:{person if is_private else event['chatid']}",
            text=_MENTION.sub("", _text(event)),
            sender=person,
            is_private=is_private,
            target={"url": event["response_url"]},
        )

    def send(self, outgoing: Outgoing, send: Send) -> None:
        url = str(outgoing.target["url"])
        if not url.startswith(_ANSWER_AT):
            raise refused(self.title, _OTHER_ADDRESS)
        self.ask(send, BotRequest(url, {"msgtype": "markdown", "markdown": {"content": outgoing.text}}))


def _text(event: JsonObject) -> str:
    kind = event["msgtype"]
    if kind == "mixed":
        items = event["mixed"].get("msg_item") or []
        return "\n".join(str(item["text"]["content"]) for item in items if item.get("msgtype") == "text")
    return str(event[kind]["content"])
