"""DingTalk robot messages in HTTP mode, answered at the address in each message.

Source: open.dingtalk.com, receiving and sending messages of robots, as `dingtalk-stream` 0.24.3 speaks them.
"""

from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.executors.dingtalk.account import ROBOTS
from workflow_editor.triggers.bots.service import BotMessage, BotRequest, BotService, Outgoing, Send, refused
from workflow_editor.triggers.dingtalk.webhook import DingTalkSender

_ANSWER_AT = f"{ROBOTS}/robot/sendBySession?"
_OTHER_ADDRESS = Text("the address to answer at is not DingTalk's")
_TOO_LATE = Text("the address to answer at has expired")


class DingTalkBot(BotService):
    """The address to answer at holds for a while; nothing else is needed to answer."""

    id = "dingtalk"
    title = Text("DingTalk")
    sender = DingTalkSender()
    part_size = 18_000
    again = frozenset({-1, 130101, 410100})

    def message(self, event: JsonObject) -> BotMessage | None:
        if "sessionWebhook" not in event or event.get("msgtype") not in ("text", "richText", "audio"):
            return None
        is_private = event.get("conversationType") == "1"
        person = event.get("senderStaffId") or ""
        return BotMessage(
            key=event["msgId"],
            chat=event["conversationId"],
            text=_text(event),
            sender=str(person or event.get("senderId", "")),
            sender_name=str(event.get("senderNick", "")),
            is_private=is_private,
            target={
                "url": event["sessionWebhook"],
                "until_ms": int(event.get("sessionWebhookExpiredTime") or 0),
                "at": "" if is_private else person,
            },
        )

    def send(self, outgoing: Outgoing, send: Send) -> None:
        target = outgoing.target
        if not str(target["url"]).startswith(_ANSWER_AT):
            raise refused(self.title, _OTHER_ADDRESS)
        if target["until_ms"] and target["until_ms"] < outgoing.at.timestamp() * 1000:
            raise refused(self.title, _TOO_LATE)
        body: JsonObject = {"msgtype": "text", "text": {"content": outgoing.text}}
        if target["at"]:
            body["at"] = {"atUserIds": [target["at"]]}
        self.ask(send, BotRequest(target["url"], body))


def _text(event: JsonObject) -> str:
    kind = event["msgtype"]
    if kind == "text":
        return str(event["text"]["content"])
    if kind == "audio":
        return str(event["content"].get("recognition", ""))
    return "".join(str(part.get("text", "")) for part in event["content"].get("richText") or [])
