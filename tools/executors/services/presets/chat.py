"""Services in which people talk. Pure."""

from tools.core.text import Text
from tools.executors.http_request.paging import Paging
from tools.executors.services.preset import Argument, ServiceOperation, ServicePreset
from tools.executors.services.presets.arguments import (
    NEXT_PAGE,
    PAGE_SIZE,
    TEXT,
    count,
    length,
    part_of_body,
    part_of_path,
)
from tools.executors.signing.security import Security
from tools.executors.slack.account import API

SLACK = ServicePreset(
    "slack",
    Text.verbatim("Slack"),
    Text("Post messages, and read channels and what was written in them."),
    "logo-slack",
    API,
    (
        ServiceOperation(
            Text("Post a message"),
            Text("Write to a channel, or to a person by the ID of their conversation."),
            "POST /chat.postMessage",
            {
                "channel": Argument(Text("Channel"), place="field", required=True, limits={"minLength": 1}),
                "text": part_of_body(TEXT, 40_000),
                "thread_ts": Argument(
                    Text("Answer to"), place="field", help=Text("Timestamp of the message to answer.")
                ),
            },
            scopes=("chat:write",),
        ),
        ServiceOperation(
            Text("List channels"),
            Text("Return the channels that the account sees."),
            "GET /conversations.list",
            {"limit": Argument(PAGE_SIZE, "integer", limits=count(1_000)), "cursor": Argument(NEXT_PAGE)},
            paging=Paging(kind="cursor", argument="cursor", next="response_metadata.next_cursor", items="channels"),
            scopes=("channels:read",),
        ),
        ServiceOperation(
            Text("Read a channel"),
            Text("Return the newest messages of a channel."),
            "GET /conversations.history",
            {
                "channel": Argument(Text("Channel"), required=True, limits={"minLength": 1}),
                "limit": Argument(PAGE_SIZE, "integer", limits=count(999)),
                "oldest": Argument(Text("Since"), help=Text("A timestamp. Only newer messages are returned.")),
                "cursor": Argument(NEXT_PAGE),
            },
            paging=Paging(kind="cursor", argument="cursor", next="response_metadata.next_cursor", items="messages"),
            scopes=("channels:history",),
        ),
    ),
    Text("chat, message, bot"),
    "slack",
    success={"ok": True},
)
_CHAT = part_of_body(
    Text("Chat"), 100, Text("Its ID, or the name of a channel such as {example}.", example="@news"), name="chat_id"
)
_CAPTION = Argument(Text("Caption"), place="field", limits=length(1_024))
_SILENT = Argument(Text("Without a sound"), "boolean", "field", name="disable_notification")
TELEGRAM = ServicePreset(
    "telegram",
    Text.verbatim("Telegram"),
    Text("Send messages and files as a bot, with the token that BotFather gives."),
    "logo-telegram",
    "https://api.telegram.org",
    (
        ServiceOperation(
            Text("Send a message"),
            Text("Write into a chat that the bot belongs to."),
            "POST /bot{token}/sendMessage",
            {
                "chat": _CHAT,
                "text": part_of_body(TEXT, 4_096),
                "format": Argument(
                    Text("Format"), place="field", name="parse_mode", limits={"enum": ["HTML", "MarkdownV2"]}
                ),
                "silent": _SILENT,
            },
        ),
        ServiceOperation(
            Text("Send a photo"),
            Text("Show a picture of up to 10 MB in a chat."),
            "POST /bot{token}/sendPhoto",
            {
                "chat": _CHAT,
                "photo": Argument(Text("File"), "file", "field", required=True),
                "caption": _CAPTION,
                "silent": _SILENT,
            },
            media_type="multipart/form-data",
        ),
        ServiceOperation(
            Text("Send a document"),
            Text("Send a file of up to 50 MB into a chat."),
            "POST /bot{token}/sendDocument",
            {
                "chat": _CHAT,
                "document": Argument(Text("File"), "file", "field", required=True),
                "caption": _CAPTION,
                "silent": _SILENT,
            },
            media_type="multipart/form-data",
        ),
    ),
    Text("chat, message, bot"),
    security=Security(kind="path"),
    success={"ok": True},
)
_DISCORD_CHANNEL = part_of_path(Text("Channel"), help=Text("Its ID."))
DISCORD = ServicePreset(
    "discord",
    Text.verbatim("Discord"),
    Text("Post messages and read channels as a bot, with its token."),
    "logo-discord",
    "https://discord.com/api/v10",
    (
        ServiceOperation(
            Text("Post a message"),
            Text("Write to a channel. Nobody is notified by a mention in it."),
            "POST /channels/{channel}/messages",
            {
                "channel": _DISCORD_CHANNEL,
                "text": part_of_body(TEXT, 2_000),
            },
            body={"content": "{text}", "allowed_mentions": {"parse": []}},
        ),
        ServiceOperation(
            Text("List channels"),
            Text("Return the channels of a server."),
            "GET /guilds/{server}/channels",
            {"server": part_of_path(Text("Server"), help=Text("Its ID."))},
        ),
        ServiceOperation(
            Text("Read a channel"),
            Text("Return the newest messages of a channel."),
            "GET /channels/{channel}/messages",
            {
                "channel": _DISCORD_CHANNEL,
                "limit": Argument(PAGE_SIZE, "integer", limits=count(100)),
                "before": Argument(Text("Before"), help=Text("ID of a message. Only older ones are returned.")),
            },
        ),
    ),
    Text("chat, message, bot"),
    security=Security(kind="bearer", name="Bot"),
    # Discord refuses clients that do not name themselves in this form.
    headers={"User-Agent": "DiscordBot (https://discord.com, 1)"},
)
