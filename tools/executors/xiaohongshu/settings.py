"""What a person and a model fill in for Xiaohongshu. Pure."""

from collections.abc import Mapping
from typing import Literal

from pydantic import Field, field_validator

from tools.core.definitions import Text
from tools.executors.contract.executor import ToolModel, ToolParameters
from tools.executors.contract.schema import ui
from tools.executors.shared.address_field import base_address
from tools.executors.shared.post_fields import action_field, line_field, lines_field, secret_field, text_field

Action = Literal["publish", "draft", "publish_video", "search", "list", "my_notes", "detail", "comment", "status"]
Visibility = Literal["public", "private", "friends"]
VISIBILITIES: Mapping[Visibility, str] = {"public": "公开可见", "private": "仅自己可见", "friends": "仅互关好友可见"}
_VISIBILITY_LABELS = {
    "public": Text("Everybody", "公开可见"),
    "private": Text("Only me", "仅自己可见"),
    "friends": Text("Mutual followers", "仅互关好友可见"),
}
_ACTION_LABELS: Mapping[Action, Text] = {
    "publish": Text("Publish", "发布"),
    "draft": Text("Publish privately", "仅自己可见"),
    "publish_video": Text("Publish a video", "发布视频"),
    "search": Text("Search notes", "搜索笔记"),
    "list": Text("Recommended notes", "推荐笔记"),
    "my_notes": Text("My notes", "我的笔记"),
    "detail": Text("Read a note", "查看笔记"),
    "comment": Text("Comment", "评论"),
    "status": Text("Check the login", "查询登录状态"),
}


class XiaohongshuConfig(ToolModel):
    """A bridge, and a note to publish."""

    bridge_url: str = Field(
        default="",
        json_schema_extra=ui(
            "Bridge address",
            "桥接服务地址",
            "Where xiaohongshu-mcp listens, e.g. http://bridge:18060. An operator has to allow private addresses.",
            "xiaohongshu-mcp 的监听地址，例如 http://bridge:18060。内网地址需由运维人员放行。",
            destination=True,
        ),
    )
    interface: Literal["http", "mcp"] = Field(
        default="http",
        json_schema_extra=ui(
            "Interface",
            "接口",
            "The bridge offers both at the same address; behind a gateway for MCP only /mcp may be reachable.",
            "桥接服务在同一地址提供两种接口；经由 MCP 网关时可能只有 /mcp 可用。",
            enum_labels={"http": Text("HTTP", "HTTP"), "mcp": Text("MCP", "MCP")},
        ),
    )
    bridge_token: str = secret_field(
        "Bridge token",
        "桥接服务令牌",
        "What the bridge was started with (-token).",
        "启动桥接服务时设置的令牌（-token）。",
    )
    action: Action | None = action_field(_ACTION_LABELS)
    title: str = line_field("Title", "标题")
    content: str = text_field("Content", "正文")
    images: list[str] = lines_field("Images", "图片", "One address a line.", "每行一个图片地址。")
    video_path: str = Field(
        default="",
        json_schema_extra=ui(
            "Video file",
            "视频文件",
            "Path on the bridge's own machine. A model can never choose it.",
            "桥接服务所在机器上的文件路径，模型不能更改。",
            show_if={"action": ["publish_video"]},
        ),
    )

    @field_validator("bridge_url")
    @classmethod
    def _checked(cls, url: str) -> str:
        return base_address(url, allow_http=True)


class XiaohongshuParameters(ToolParameters):
    """What the model fills in."""

    action: Action = Field(default="publish", json_schema_extra=ui("Action", "操作"))
    title: str = Field(
        default="", max_length=40, json_schema_extra=ui("Title", "标题", "At most 20 characters.", "最多 20 个字。")
    )
    content: str = Field(
        default="", max_length=1000, json_schema_extra=ui("Content", "正文", "Or the comment.", "或评论内容。")
    )
    images: list[str] = Field(
        default_factory=list,
        max_length=9,
        json_schema_extra=ui("Images", "图片", "Public addresses of 1 to 9 images.", "1 至 9 张图片的公网地址。"),
    )
    video_path: str = Field(default="", json_schema_extra=ui("Video file", "视频文件"))
    topics: list[str] = Field(default_factory=list, max_length=10, json_schema_extra=ui("Topics", "话题"))
    visibility: Visibility = Field(
        default="public", json_schema_extra=ui("Visible to", "可见范围", enum_labels=_VISIBILITY_LABELS)
    )
    schedule_at: str = Field(
        default="",
        json_schema_extra=ui(
            "Time",
            "发布时间",
            "ISO 8601 with offset, 1 hour to 14 days ahead; empty: now.",
            "带时区的 ISO 8601 时间，1 小时至 14 天内；留空则立即发布。",
        ),
    )
    keyword: str = Field(default="", max_length=100, json_schema_extra=ui("Keyword", "关键词"))
    sort_by: Literal["", "综合", "最新", "最多点赞", "最多评论", "最多收藏"] = Field(
        default="", json_schema_extra=ui("Order", "排序")
    )
    feed_id: str = Field(
        default="", json_schema_extra=ui("Note id", "笔记 ID", "From search or list.", "由搜索或列表获取。")
    )
    xsec_token: str = Field(
        default="", json_schema_extra=ui("Note token", "笔记令牌", "Comes with the note id.", "与笔记 ID 一同返回。")
    )
