"""Settings and parameters for Douyin. Pure."""

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from tools.core.text import Text
from tools.executors.contract.executor import ToolModel, ToolParameters
from tools.executors.contract.schema import ui
from tools.executors.http_request.fields import credential_field
from tools.executors.shared.post_fields import action_field, line_field, lines_field, text_field
from tools.outbound.oauth.services import SERVICES

SERVICE = "douyin"
"""Account service in `tools.outbound.oauth.services`."""

Action = Literal["publish", "draft", "list", "data"]
WRITES: tuple[Action, ...] = ("publish", "draft")
_ACTION_LABELS: Mapping[Action, Text] = {
    "publish": Text("Publish"),
    "draft": Text("Publish privately"),
    "list": Text("List videos"),
    "data": Text("Video statistics"),
}


class DouyinVideoConfig(ToolModel):
    """A person's account, and a video to publish."""

    credential: str = credential_field(
        Text("A connected account of Douyin."),
        account={
            "service": SERVICE,
            "permissions": [one.id for one in SERVICES[SERVICE].permissions],
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
    action: Action = Field(
        default="publish",
        json_schema_extra=ui(
            "Action",
            "draft publishes privately. Douyin cannot schedule posts.",
        ),
    )
    title: str = Field(default="", max_length=100, json_schema_extra=ui("Title"))
    description: str = Field(default="", max_length=1000, json_schema_extra=ui("Description"))
    video_url: str = Field(default="", json_schema_extra=ui("Video URL", "MP4 or WebM."))
    cover_url: str = Field(default="", json_schema_extra=ui("Cover URL"))
    tags: list[str] = Field(default_factory=list, max_length=20, json_schema_extra=ui("Tags"))
    item_ids: list[str] = Field(
        default_factory=list,
        max_length=20,
        json_schema_extra=ui("Item IDs", "For data. Returned by list."),
    )
    cursor: int = Field(
        default=0,
        ge=0,
        json_schema_extra=ui("Cursor", "For list."),
    )
    page_size: int = Field(default=10, ge=1, le=20, json_schema_extra=ui("Page size", "For list."))
