"""Settings and parameters for Xiaohongshu. Pure."""

from collections.abc import Mapping
from typing import Literal

from pydantic import field_validator

from tools.core.text import Text
from tools.executors.contract.executor import ToolModel, ToolParameters
from tools.executors.contract.operations import action_field, line_field, lines_field, secret_field, text_field
from tools.executors.contract.schema import form_field
from tools.executors.shared.address_field import base_address

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
    bridge_url: str = form_field(
        "Bridge URL",
        "URL of xiaohongshu-mcp, e.g. http://bridge:18060. Private addresses must be allowed by the operator.",
        default="",
        destination=True,
    )
    interface: Literal["http", "mcp"] = form_field(
        "Interface",
        "The bridge serves both at the same URL. Behind an MCP gateway, only /mcp may be reachable.",
        default="http",
        enum_labels={"http": Text.verbatim("HTTP"), "mcp": Text.verbatim("MCP")},
    )
    bridge_token: str = secret_field(
        Text("Bridge token"),
        Text("The value of the bridge's -token option."),
    )
    action: Action | None = action_field(_ACTION_LABELS)
    title: str = line_field(Text("Title"))
    content: str = text_field(Text.in_context("article", "Content"))
    images: list[str] = lines_field(Text("Images"), Text("One URL per line."))
    video_path: str = form_field(
        "Video file",
        "Path on the machine that runs the bridge. Models cannot set it.",
        default="",
        show_if={"action": ["publish_video"]},
    )

    @field_validator("bridge_url")
    @classmethod
    def _checked(cls, url: str) -> str:
        return base_address(url, allow_http=True)


class XiaohongshuParameters(ToolParameters):
    action: Action = form_field("Action", default="publish")
    title: str = form_field("Title", "At most 20 characters.", default="", max_length=40)
    content: str = form_field(
        Text.in_context("article", "Content"), "The text of the note, or of the comment.", default="", max_length=1000
    )
    images: list[str] = form_field("Images", "Public URLs of 1 to 9 images.", default_factory=list, max_length=9)
    video_path: str = form_field("Video file", default="")
    topics: list[str] = form_field("Topics", default_factory=list, max_length=10)
    visibility: Visibility = form_field("Visible to", default="public", enum_labels=_VISIBILITY_LABELS)
    schedule_at: str = form_field(
        Text.in_context("of publication", "Time"),
        "ISO 8601 with offset, 1 hour to 14 days ahead. Without a time, published at once.",
        default="",
    )
    keyword: str = form_field("Keyword", default="", max_length=100)
    sort_by: Literal["", "综合", "最新", "最多点赞", "最多评论", "最多收藏"] = form_field("Order", default="")
    feed_id: str = form_field("Note ID", "Returned when you search or list.", default="")
    xsec_token: str = form_field("Note token", "Returned together with the note ID.", default="")
