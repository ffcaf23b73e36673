"""Expected requests of chat services."""

from tests.doubles.known_services import KEY, ExpectedCall
from tests.workflow_editor.every_tool.calls_of_services import FILE_TEXT, ExpectedService, form, refused

SENT = {"chat_id": b"chat", "caption": b"caption", "disable_notification": b"true"}
CHAT = {
    "slack": ExpectedService(
        "slack.com",
        refused(200, {"ok": False, "error": "channel_not_found"}),
        "channel_not_found",
        {
            "post_a_message": ExpectedCall(
                "POST /api/chat.postMessage", body={"channel": "channel", "text": "text", "thread_ts": "thread_ts"}
            ),
            "list_channels": ExpectedCall("GET /api/conversations.list", {"limit": "1", "cursor": "cursor"}),
            "read_a_channel": ExpectedCall(
                "GET /api/conversations.history",
                {"channel": "channel", "limit": "1", "oldest": "oldest", "cursor": "cursor"},
            ),
        },
        answer={"ok": True, "ts": "1.2"},
    ),
    "telegram": ExpectedService(
        "api.telegram.org",
        refused(400, {"ok": False, "error_code": 400, "description": "Bad Request: chat not found"}),
        "chat not found",
        {
            "send_a_message": ExpectedCall(
                f"POST /bot{KEY}/sendMessage",
                body={"chat_id": "chat", "text": "text", "parse_mode": "HTML", "disable_notification": True},
            ),
            "send_a_photo": ExpectedCall(f"POST /bot{KEY}/sendPhoto", body=form({**SENT, "photo": FILE_TEXT})),
            "send_a_document": ExpectedCall(f"POST /bot{KEY}/sendDocument", body=form({**SENT, "document": FILE_TEXT})),
        },
        {},
        answer={"ok": True, "result": {"message_id": 1}},
        unsigned=refused(401, {"ok": False, "error_code": 401, "description": "Unauthorized"}),
    ),
    "discord": ExpectedService(
        "discord.com",
        refused(403, {"message": "Missing Access", "code": 50001}),
        "Missing Access",
        {
            "post_a_message": ExpectedCall(
                "POST /api/v10/channels/channel/messages", body={"content": "text", "allowed_mentions": {"parse": []}}
            ),
            "list_channels": ExpectedCall("GET /api/v10/guilds/server/channels", answer=[{"id": "1"}]),
            "read_a_channel": ExpectedCall(
                "GET /api/v10/channels/channel/messages", {"limit": "1", "before": "before"}, answer=[{"id": "1"}]
            ),
        },
        {"authorization": f"Bot {KEY}", "user-agent": "DiscordBot (https://discord.com, 1)"},
    ),
}
