"""Messages to bots, and the answers that are cut for their chats."""

import json
from collections.abc import Callable

from tests.hostile.measuring import Row, repeated
from workflow_editor.triggers.bots.service import BotMessage
from workflow_editor.triggers.feishu.bot import FeishuBot
from workflow_editor.triggers.slack.bot import SlackBot
from workflow_editor.triggers.telegram.bot import TelegramBot
from workflow_editor.triggers.wecom.bot import WeComAppBot, WeComBot

_TEXT = 1_000_000
_ANSWER = 5_000_000


def _slack(text: str) -> BotMessage | None:
    about = {"type": "message", "user": "U1", "channel": "C1", "ts": "100.1", "text": text}
    return SlackBot().message({"event": about})


def _telegram(text: str) -> BotMessage | None:
    person, chat = {"id": 7, "is_bot": False}, {"id": 7, "type": "private"}
    return TelegramBot().message({"message": {"message_id": 1, "from": person, "chat": chat, "text": text}})


def _wecom(text: str) -> BotMessage | None:
    about = {"msgtype": "text", "text": {"content": text}, "msgid": "m", "from": {"userid": "u"}, "chattype": "single"}
    return WeComBot().message(about | {"response_url": "https://qyapi.weixin.qq.com/planted"})


def _wecom_app(text: str) -> BotMessage | None:
    about = {"MsgType": "text", "Content": text, "MsgId": "1", "FromUserName": "u", "AgentID": "1"}
    return WeComAppBot().message(about)


def _feishu(text: str) -> BotMessage | None:
    mentions = [{"key": "@_user_1", "name": "@_user_1" * 100}] * 60
    message = {"message_id": "om_1", "chat_id": "oc_1", "message_type": "text", "mentions": mentions}
    sender = {"sender_type": "user", "sender_id": {"open_id": "ou_1"}}
    message["content"] = json.dumps({"text": text})
    return FeishuBot().message(
        {"header": {"event_type": "im.message.receive_v1"}, "event": {"message": message, "sender": sender}}
    )


def _parts(text: str) -> object:
    return SlackBot().parts(text)


_MESSAGES: dict[str, tuple[Callable[[str], object], str]] = {
    "Slack: <@<@": (_slack, "<@AB"),
    "Slack: &amp;": (_slack, "&amp;"),
    "Telegram: /@/@": (_telegram, "/@a"),
    "Telegram: long mentions": (_telegram, "@" + "a" * 63),
    "WeCom: @@@@": (_wecom, "@"),
    "WeCom app: blanks": (_wecom_app, " "),
    "Feishu: mentions of mentions": (_feishu, "x @_user_1 "),
}
ROWS: list[Row] = [
    *(Row(f"message to a bot, {name}", read, repeated(piece), _TEXT) for name, (read, piece) in _MESSAGES.items()),
    Row("answer of a bot: one line", _parts, repeated("a"), _ANSWER),
    Row("answer of a bot: short lines", _parts, repeated("a\n"), _ANSWER),
]
