"""Settings and parameters for Douyin. Pure."""

from collections.abc import Mapping
from typing import Literal

from tools.core.text import Text
from tools.executors.contract.executor import ToolModel, ToolParameters
from tools.executors.contract.schema import form_field
from tools.executors.douyin.account import ACCOUNT
from tools.executors.http_request.fields import credential_field
from tools.executors.shared.post_fields import action_field, line_field, lines_field, text_field

SERVICE = "douyin"
"""Service of the accounts that are used (`tools.executors.accounts`)."""

Action = Literal["publish", "draft", "list", "data"]
_ACTION_LABELS: Mapping[Action, Text] = {
    "publish": Text("Publish"),
    "draft": Text("Publish privately"),
    "list": Text("List videos"),
    "data": Text("Video statistics"),
}


class DouyinVideoConfig(ToolModel):
    credential: str = credential_field(
        Text("A connected account of Douyin."),
        account={
            "service": SERVICE,
            "permissions": [one.id for one in ACCOUNT.permissions],
            "grant": "authorization_code",
        },
    )
    action: Action | None = action_field(_ACTION_LABELS)
    title: str = line_field(Text("Title"))
    description: str = text_field(Text("Description"))
    video_url: str = line_field(Text("Video URL"))
    cover_url: str = line_field(Text("Cover URL"))
    tags: list[str] = lines_field(Text("Tags"), Text("One per line."))


class DouyinVideoParameters(ToolParameters):
    action: Action = form_field(
        "Action", "“Publish privately” shows the video to nobody else. Douyin cannot schedule posts.", default="publish"
    )
    title: str = form_field("Title", default="", max_length=100)
    description: str = form_field("Description", default="", max_length=1000)
    video_url: str = form_field("Video URL", "MP4 or WebM.", default="")
    cover_url: str = form_field("Cover URL", default="")
    tags: list[str] = form_field("Tags", default_factory=list, max_length=20)
    item_ids: list[str] = form_field(
        "Item IDs", "For statistics. Returned when you list videos.", default_factory=list, max_length=20
    )
    cursor: int = form_field("Cursor", "For listing.", default=0, ge=0)
    page_size: int = form_field("Page size", "For listing.", default=10, ge=1, le=20)
