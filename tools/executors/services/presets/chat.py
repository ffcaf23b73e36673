"""Services in which people talk. Pure."""

from tools.core.text import Text
from tools.executors.http_request.paging import Paging
from tools.executors.services.preset import Argument, ServiceOperation, ServicePreset
from tools.executors.services.presets.arguments import NEXT_PAGE, PAGE_SIZE, TEXT, count

SLACK = ServicePreset(
    "slack",
    Text.verbatim("Slack"),
    Text("Post messages, and read channels and what was written in them."),
    "logo-slack",
    "https://slack.com/api",
    (
        ServiceOperation(
            "post_a_message",
            Text("Post a message"),
            Text("Write to a channel, or to a person by the ID of their conversation."),
            "POST",
            "/chat.postMessage",
            {
                "channel": Argument(Text("Channel"), place="field", required=True, limits={"minLength": 1}),
                "text": Argument(TEXT, place="field", required=True, limits={"minLength": 1, "maxLength": 40_000}),
                "thread_ts": Argument(
                    Text("Answer to"), place="field", help=Text("Time stamp of the message that is answered.")
                ),
            },
            scopes=("chat:write",),
        ),
        ServiceOperation(
            "list_channels",
            Text("List channels"),
            Text("Return the channels that the account sees."),
            "GET",
            "/conversations.list",
            {"limit": Argument(PAGE_SIZE, "integer", limits=count(1_000)), "cursor": Argument(NEXT_PAGE)},
            paging=Paging(kind="cursor", argument="cursor", next="response_metadata.next_cursor", items="channels"),
            scopes=("channels:read",),
        ),
        ServiceOperation(
            "read_a_channel",
            Text("Read a channel"),
            Text("Return the newest messages of a channel."),
            "GET",
            "/conversations.history",
            {
                "channel": Argument(Text("Channel"), required=True, limits={"minLength": 1}),
                "limit": Argument(PAGE_SIZE, "integer", limits=count(999)),
                "oldest": Argument(Text("Since"), help=Text("Time stamp; only what is newer.")),
                "cursor": Argument(NEXT_PAGE),
            },
            paging=Paging(kind="cursor", argument="cursor", next="response_metadata.next_cursor", items="messages"),
            scopes=("channels:history",),
        ),
    ),
    "slack",
    success={"ok": True},
)
