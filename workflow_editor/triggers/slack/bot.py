"""Slack: messages to an app by the Events API, answered with `chat.postMessage`.

Source: docs.slack.dev, Events API and chat.postMessage, as `slack_sdk` 3.47 speaks them.
"""

import re
from html import unescape

from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.executors.slack.account import API
from workflow_editor.triggers.bots.service import BotMessage, BotRequest, BotService, Outgoing, Send
from workflow_editor.triggers.slack.webhook import SlackSender
from workflow_editor.triggers.webhooks.sender import Secret

_URL = f"{API}/chat.postMessage"
_TOKEN = Secret("bot_token", Text("Bot token"), Text("xoxb-…, on the app's page OAuth & Permissions."))
_MENTION = re.compile(r"<@[A-Z0-9]{1,30}>")
_WITH_TEXT = frozenset({None, "thread_broadcast", "file_share"})
_AGAIN = frozenset({"ratelimited", "rate_limited", "internal_error", "fatal_error", "service_unavailable"})
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


class SlackBot(BotService):
    """A thread is a chat of its own; outside of threads, a message in a channel begins one."""

    id = "slack"
    title = Text.verbatim("Slack")
    sender = SlackSender()
    more_secrets = (_TOKEN,)
    part_size = 4000
    again = _AGAIN

    def message(self, event: JsonObject) -> BotMessage | None:
        about = event.get("event") or {}
        if about.get("type") not in ("message", "app_mention") or about.get("bot_id"):
            return None
        if about.get("subtype") not in _WITH_TEXT or not about.get("user"):
            return None
        is_private = about.get("channel_type") == "im"
        thread = about.get("thread_ts") or ("" if is_private else about["ts"])
        return BotMessage(
            # An app that hears mentions and all messages is sent both, as two events.
            key=f"{about['channel']}:{about['ts']}",
            chat=f"{event.get('team_id', '')}:{about['channel']}:{thread}",
            text=unescape(_MENTION.sub("", about.get("text") or "")),
            sender=str(about["user"]),
            is_private=is_private,
            target={"channel": about["channel"], **({"thread_ts": thread} if thread else {})},
        )

    def send(self, outgoing: Outgoing, send: Send) -> None:
        token = outgoing.secrets.get(_TOKEN.name, "")
        body = {**outgoing.target, "text": outgoing.text.translate(_ESCAPES)}
        self.ask(send, BotRequest(_URL, body, {"Authorization": f"Bearer {token}"}))

    def failure(self, reply: JsonObject) -> tuple[object, str] | None:
        return None if reply.get("ok") is True else (reply.get("error"), str(reply.get("error")))
