"""Telegram: messages to a bot by its webhook, answered with `sendMessage`.

Source: core.telegram.org/bots/api, as `python-telegram-bot` 22.8 speaks it.
"""

import re

from tools.core.definitions import JsonObject
from tools.core.text import Text
from workflow_editor.triggers.bots.service import (
    BotMessage,
    BotRequest,
    BotService,
    Outgoing,
    Send,
    check_status,
    refused,
)
from workflow_editor.triggers.telegram.webhook import TelegramSender
from workflow_editor.triggers.webhooks.sender import Secret

_HOST = "https://api.telegram.org"
_TOKEN = Secret("bot_token", Text("Bot token"), Text("From @BotFather: digits, a colon, letters."))
_TOKEN_FORM = re.compile(r"[0-9]{1,20}:[A-Za-z0-9_-]{1,100}")
_MENTION = re.compile(r"^@[A-Za-z0-9_]{1,64}\b|(?<=^/)([a-z0-9_]{1,32})@[A-Za-z0-9_]{1,64}")
_NO_TOKEN = Text("the bot token is missing or has another form")


class TelegramBot(BotService):
    """A topic of a group is a chat of its own."""

    id = "telegram"
    title = Text.verbatim("Telegram")
    sender = TelegramSender()
    more_secrets = (_TOKEN,)
    # The limit is 4096 characters, counted in UTF-16; no text has more of those than bytes.
    part_size = 4096

    def message(self, event: JsonObject) -> BotMessage | None:
        message = event.get("message")
        if not isinstance(message, dict) or (message.get("from") or {}).get("is_bot", True):
            return None
        text = message.get("text") or message.get("caption") or ""
        chat, thread, person = message["chat"], message.get("message_thread_id"), message["from"]
        is_private = chat.get("type") == "private"
        target = {"chat_id": chat["id"], **({"message_thread_id": thread} if thread else {})}
        if not is_private:
            target["reply_parameters"] = {"message_id": message["message_id"], "allow_sending_without_reply": True}
        return BotMessage(
            key=f"{chat['id']}:{message['message_id']}",
            chat=f"{chat['id']}:{thread or ''}",
            text=_MENTION.sub(r"\1", text),
            sender=str(person["id"]),
            sender_name=" ".join(filter(None, (person.get("first_name"), person.get("last_name")))),
            is_private=is_private,
            target=target,
        )

    def send(self, outgoing: Outgoing, send: Send) -> None:
        token = outgoing.secrets.get(_TOKEN.name, "")
        if not _TOKEN_FORM.fullmatch(token):
            raise refused(self.title, _NO_TOKEN)
        response = send(BotRequest(f"{_HOST}/bot{token}/sendMessage", {**outgoing.target, "text": outgoing.text}))
        reply = response.json() if "json" in response.headers.get("content-type", "") else {}
        wait_s = (reply.get("parameters") or {}).get("retry_after")
        if response.status == 429 and isinstance(wait_s, int):
            raise refused(self.title, reply.get("description"), retry=True, wait_s=wait_s)
        check_status(response, self.title)
        if reply.get("ok") is not True:
            raise refused(self.title, reply.get("description", response.status))
