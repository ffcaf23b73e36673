"""What a person and a model fill in for Douyin. Pure."""

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from tools.core.definitions import Text
from tools.executors.contract.executor import ToolModel, ToolParameters
from tools.executors.contract.schema import ui
from tools.executors.shared.post_fields import action_field, line_field, lines_field, secret_field, text_field

Action = Literal["publish", "draft", "list", "data"]
WRITES: tuple[Action, ...] = ("publish", "draft")
_ACTION_LABELS: Mapping[Action, Text] = {
    "publish": Text("Publish", "发布"),
    "draft": Text("Publish privately", "仅自己可见"),
    "list": Text("List videos", "列出视频"),
    "data": Text("Video statistics", "视频数据"),
}


class DouyinVideoConfig(ToolModel):
    """An app, a person's authorisation, and a video to publish."""

    client_key: str = Field(
        default="",
        json_schema_extra=ui("Client key", "Client Key", "From the open platform's console.", "在开放平台控制台获取。"),
    )
    client_secret: str = secret_field("Client secret", "Client Secret")
    authorization_code: str = secret_field(
        "Authorisation code",
        "授权码",
        "Works once, shortly after it is issued; the tokens are stored from then on.",
        "仅可使用一次且很快过期；首次使用后会保存令牌。",
    )
    refresh_token: str = secret_field(
        "Refresh token", "刷新令牌", "Instead of a code, with its open id.", "可代替授权码，需同时填写 open_id。"
    )
    open_id: str = Field(default="", json_schema_extra=ui("Open id", "open_id"))
    action: Action | None = action_field(_ACTION_LABELS)
    title: str = line_field("Title", "标题")
    description: str = text_field("Description", "描述")
    video_url: str = line_field("Video address", "视频地址")
    cover_url: str = line_field("Cover address", "封面地址")
    tags: list[str] = lines_field("Tags", "标签", "One a line.", "每行一个标签。")


class DouyinVideoParameters(ToolParameters):
    """What the model fills in."""

    action: Action = Field(
        default="publish",
        json_schema_extra=ui(
            "Action",
            "操作",
            "draft publishes for the account itself only; Douyin cannot schedule.",
            "draft 为仅自己可见；抖音接口不支持定时发布。",
        ),
    )
    title: str = Field(default="", max_length=100, json_schema_extra=ui("Title", "标题"))
    description: str = Field(default="", max_length=1000, json_schema_extra=ui("Description", "描述"))
    video_url: str = Field(
        default="", json_schema_extra=ui("Video address", "视频地址", "MP4 or WebM.", "MP4 或 WebM。")
    )
    cover_url: str = Field(default="", json_schema_extra=ui("Cover address", "封面地址"))
    tags: list[str] = Field(default_factory=list, max_length=20, json_schema_extra=ui("Tags", "标签"))
    item_ids: list[str] = Field(
        default_factory=list,
        max_length=20,
        json_schema_extra=ui("Item ids", "作品 ID", "For data; from list.", "用于 data，可由 list 获取。"),
    )
    cursor: int = Field(
        default=0,
        ge=0,
        json_schema_extra=ui("Cursor", "游标", "For list.", "用于 list。"),
    )
    page_size: int = Field(
        default=10, ge=1, le=20, json_schema_extra=ui("Page size", "每页数量", "For list.", "用于 list。")
    )
