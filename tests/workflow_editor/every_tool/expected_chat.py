"""What services in which people talk expect."""

from tests.doubles.known_services import ExpectedCall
from tests.workflow_editor.every_tool.calls_of_services import ExpectedService, refused

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
}
