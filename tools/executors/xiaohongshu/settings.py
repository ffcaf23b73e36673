"""Settings and parameters for Xiaohongshu. Pure."""

from collections.abc import Mapping
from typing import Literal

from pydantic import Field, field_validator

from tools.core.text import Text
from tools.executors.contract.executor import ToolModel, ToolParameters
from tools.executors.contract.schema import ui
from tools.executors.shared.address_field import base_address
from tools.executors.shared.post_fields import action_field, line_field, lines_field, secret_field, text_field

Action = Literal["publish", "draft", "publish_video", "search", "list", "my_notes", "detail", "comment", "status"]
Visibility = Literal["public", "private", "friends"]
VISIBILITIES: Mapping[Visibility, str] = {"public": "公开可见", "private": "仅自己可见", "friends": "仅互关好友可见"}
_VISIBILITY_LABELS = {
    "public": Text.in_context("visibility", "Everyone"),
    "private": Text("Only me"),
    "friends": Text("Mutual followers"),
}
_ACTION_LABELS: Mapping[Action, Text] = {
    "publish": Text("Publish"),
    "draft": Text("Publish privately"),
    "publish_video": Text("Publish a video"),
    "search": Text("Search notes"),
    "list": Text("Recommended notes"),
    "my_notes": Text("My notes"),
    "detail": Text("Read a note"),
    "comment": Text("Comment"),
    "status": Text("Check the login status"),
}


class XiaohongshuConfig(ToolModel):
    """A bridge, and a note to publish."""

    bridge_url: str = Field(
        default="",
        json_schema_extra=ui(
            "Bridge URL",
            "URL of xiaohongshu-mcp, e.g. http://bridge:18060. Private addresses must be allowed by the operator.",
            destination=True,
        ),
    )
    interface: Literal["http", "mcp"] = Field(
        default="http",
        json_schema_extra=ui(
            "Interface",
            "The bridge serves both at the same URL. Behind an MCP gateway, only /mcp may be reachable.",
            enum_labels={"http": Text.verbatim("HTTP"), "mcp": Text.verbatim("MCP")},
        ),
    )
    bridge_token: str = secret_field(
        Text("Bridge token"),
        Text("The value of the bridge's -token option."),
    )
    action: Action | None = action_field(_ACTION_LABELS)
    title: str = line_field(Text("Title"))
    content: str = text_field(Text.in_context("article", "Content"))
    images: list[str] = lines_field(Text("Images"), Text("One URL per line."))
    video_path: str = Field(
        default="",
        json_schema_extra=ui(
            "Video file",
            "Path on the machine that runs the bridge. Models cannot set it.",
            show_if={"action": ["publish_video"]},
        ),
    )

    @field_validator("bridge_url")
    @classmethod
    def _checked(cls, url: str) -> str:
        return base_address(url, allow_http=True)


class XiaohongshuParameters(ToolParameters):
    action: Action = Field(default="publish", json_schema_extra=ui("Action"))
    title: str = Field(default="", max_length=40, json_schema_extra=ui("Title", "At most 20 characters."))
    content: str = Field(
        default="", max_length=1000, json_schema_extra=ui(Text.in_context("article", "Content"), "Or the comment.")
    )
    images: list[str] = Field(
        default_factory=list,
        max_length=9,
        json_schema_extra=ui("Images", "Public URLs of 1 to 9 images."),
    )
    video_path: str = Field(default="", json_schema_extra=ui("Video file"))
    topics: list[str] = Field(default_factory=list, max_length=10, json_schema_extra=ui("Topics"))
    visibility: Visibility = Field(default="public", json_schema_extra=ui("Visible to", enum_labels=_VISIBILITY_LABELS))
    schedule_at: str = Field(
        default="",
        json_schema_extra=ui(
            Text.in_context("of publication", "Time"),
            "ISO 8601 with offset, 1 hour to 14 days ahead. Empty: now.",
        ),
    )
    keyword: str = Field(default="", max_length=100, json_schema_extra=ui("Keyword"))
    sort_by: Literal["", "综合", "最新", "最多点赞", "最多评论", "最多收藏"] = Field(
        default="", json_schema_extra=ui("Order")
    )
    feed_id: str = Field(default="", json_schema_extra=ui("Note ID", "Returned by search or list."))
    xsec_token: str = Field(default="", json_schema_extra=ui("Note token", "Returned together with the note ID."))
