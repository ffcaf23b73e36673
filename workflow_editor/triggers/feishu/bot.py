"""Feishu: messages to an app's bot (`im.message.receive_v1`), answered as replies.

Source: open.feishu.cn, events and messages (im/v1), as `lark-oapi` 1.7.5 speaks them.
"""

import json

from tools.core.definitions import JsonObject
from tools.core.formats.json_text import parse_json
from tools.core.text import Text
from tools.executors.feishu.account import HOSTS, TOKEN_PATH
from workflow_editor.triggers.bots.service import MAX_MESSAGE, BotMessage, BotRequest, BotService, Outgoing, Send
from workflow_editor.triggers.feishu.webhook import FeishuSender
from workflow_editor.triggers.webhooks.sender import Secret

_HOST = HOSTS["feishu"]
_SECRET = Secret("app_secret", Text("App secret"), Text("On the app's page Credentials & Basic Info."))
_MOST_MENTIONS = 50
_LONGEST_NAME = 200
_EVENT = "im.message.receive_v1"
_AGAIN = frozenset({99991400, 230020, 230049})
"""Too many requests, or the message before is still being sent."""


class FeishuBot(BotService):
    """Answers are replies, in the thread of the message where it is in one; a part has a key with Feishu."""

    id = "feishu"
    title = Text("Feishu")
    sender = FeishuSender()
    more_secrets = (_SECRET,)
    part_size = 30_000
    sends_once = True
    again = _AGAIN

    def message(self, event: JsonObject) -> BotMessage | None:
        if (event.get("header") or {}).get("event_type") != _EVENT:
            return None
        about = event["event"]
        message, sender = about["message"], about["sender"]
        if sender.get("sender_type") != "user" or message.get("message_type") not in ("text", "post"):
            return None
        thread = message.get("thread_id") or ""
        return BotMessage(
            key=message["message_id"],
            chat=f"{message['chat_id']}:{thread}",
            text=_text(message),
            sender=str(sender["sender_id"].get("open_id", "")),
            is_private=message.get("chat_type") == "p2p",
            target={"message_id": message["message_id"], "in_thread": bool(thread)},
        )

    def send(self, outgoing: Outgoing, send: Send) -> None:
        token = self._token(outgoing, send)
        path = f"/open-apis/im/v1/messages/{outgoing.target['message_id']}/reply"
        body = {
            "content": json.dumps({"text": outgoing.text}, ensure_ascii=False),
            "msg_type": "text",
            "reply_in_thread": outgoing.target["in_thread"],
            "uuid": outgoing.key,
        }
        self.ask(send, BotRequest(_HOST + path, body, {"Authorization": f"Bearer {token}"}))

    def _token(self, outgoing: Outgoing, send: Send) -> str:
        app = {"app_id": outgoing.account_id, "app_secret": outgoing.secrets.get(_SECRET.name, "")}
        return str(self.ask(send, BotRequest(_HOST + TOKEN_PATH, app))["tenant_access_token"])

    def failure(self, reply: JsonObject) -> tuple[object, str] | None:
        code = reply.get("code")
        return None if code == 0 else (code, f"{code} {reply.get('msg', '')}")


def _text(message: JsonObject) -> str:
    """Return what is written, rich text line by line, without the mention of the bot."""
    content = parse_json(message["content"])
    text = content.get("text")
    if text is None:
        lines = content.get("content") or []
        text = "\n".join("".join(str(part.get("text", "")) for part in line) for line in lines)
    for mention in (message.get("mentions") or [])[:_MOST_MENTIONS]:
        name = str(mention.get("name", ""))[:_LONGEST_NAME]
        # A bot that is mentioned is the one that is asked; other people stay, by name.
        by = "" if mention.get("mentioned_type") == "bot" or text.startswith(mention["key"]) else f"@{name}"
        text = text[:MAX_MESSAGE].replace(mention["key"], by)
    return str(text)
