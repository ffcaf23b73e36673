"""WeCom: messages to an AI bot (JSON callback), answered once at the address that each message brings, and to an app
that a company has built itself (XML callback), answered with `message/send`.

Source: developer.work.weixin.qq.com, pages 100719 and 101138 (AI bots), 96238 (callbacks), 91039 (access token) and
90236 (messages of apps).
"""

import re
from urllib.parse import urlencode

from tools.core.definitions import JsonObject
from tools.core.errors import ToolError
from tools.core.text import Text
from tools.executors.wecom.account import HOST, TOKEN_URL
from workflow_editor.triggers.bots.service import (
    BotMessage,
    BotRequest,
    BotService,
    NotSentError,
    Outgoing,
    Send,
    refused,
)
from workflow_editor.triggers.webhooks.sender import Secret
from workflow_editor.triggers.wecom.webhook import WeComSender, WeComSettings

_SECRET = Secret("app_secret", Text("App secret"), Text("On the app's page in the admin console."))
_AGAIN = frozenset({-1, 40014, 42001, 45009, 45033})
"""Busy, a token that has just ended, or too many requests."""
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


class WeComAppBot(BotService):
    """Everybody writes to an app alone; an answer goes to whom it is for, by the id of the app in the message."""

    id = "wecom_app"
    title = Text("WeCom app")
    sender = WeComSender()
    more_secrets = (_SECRET,)
    part_size = 2048
    again = _AGAIN

    def sender_settings(self, account_id: str) -> WeComSettings:
        return WeComSettings(corp_id=account_id)

    def message(self, event: JsonObject) -> BotMessage | None:
        if event.get("MsgType") != "text" or not isinstance(event["Content"], str):
            return None
        person, app = str(event["FromUserName"]), int(event["AgentID"])
        return BotMessage(
            key=str(event["MsgId"]),
            chat=f"{app}:{person}",
            text=event["Content"],
            sender=person,
            is_private=True,
            target={"user": person, "app": app},
        )

    def send(self, outgoing: Outgoing, send: Send) -> None:
        token = self._token(outgoing, send)
        body = {
            "touser": outgoing.target["user"],
            "agentid": outgoing.target["app"],
            "msgtype": "text",
            "text": {"content": outgoing.text},
        }
        self.ask(send, BotRequest(f"{HOST}/cgi-bin/message/send?{urlencode({'access_token': token})}", body))

    def _token(self, outgoing: Outgoing, send: Send) -> str:
        app = {"corpid": outgoing.account_id, "corpsecret": outgoing.secrets.get(_SECRET.name, "")}
        try:
            return str(self.ask(send, BotRequest(f"{TOKEN_URL}?{urlencode(app)}"))["access_token"])
        except NotSentError as error:
            # Whatever went wrong here, no part of the answer is out yet.
            raise NotSentError(error.reason, retry=error.retry, wait_s=error.wait_s) from error
        except ToolError as error:
            raise NotSentError(error.text, retry=True) from error
