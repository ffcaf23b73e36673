"""What a person and a model fill in for an Official Account. Pure."""

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from tools.core.definitions import Text
from tools.executors.contract.executor import ToolModel, ToolParameters
from tools.executors.contract.schema import ui
from tools.executors.shared.post_fields import action_field, line_field, secret_field, text_field

Action = Literal["publish", "draft", "submit", "status"]
Operation = Literal["publish", "create_draft", "submit_publish", "get_publish_status"]
OPERATION_OF: Mapping[Action, Operation] = {
    "publish": "publish",
    "draft": "create_draft",
    "submit": "submit_publish",
    "status": "get_publish_status",
}
WRITES_ARTICLE = ("publish", "draft")
_ACTION_LABELS: Mapping[Action, Text] = {
    "publish": Text("Publish", "发布"),
    "draft": Text("Save as draft", "存为草稿"),
    "submit": Text("Publish a draft", "发布草稿"),
    "status": Text("Check the publishing status", "查询发布状态"),
}


class WechatMpConfig(ToolModel):
    """An account, and an article to publish or keep as a draft."""

    app_id: str = Field(
        default="",
        json_schema_extra=ui(
            "App id", "AppID", "From the account's developer settings.", "在公众平台的开发设置中获取。"
        ),
    )
    app_secret: str = secret_field("App secret", "AppSecret")
    action: Action | None = action_field(_ACTION_LABELS)
    title: str = line_field("Title", "标题")
    author: str = line_field("Author", "作者")
    digest: str = text_field("Digest", "摘要")
    content: str = text_field("Content", "正文", "HTML.", "HTML 格式。")
    cover_url: str = line_field(
        "Cover picture",
        "封面图片",
        "An address. Every article needs a cover. Empty: the model fills it in.",
        "图片地址。每篇文章都需要封面。留空则由模型填写。",
    )


class WechatMpParameters(ToolParameters):
    """What the model fills in."""

    operation: Operation = Field(
        json_schema_extra=ui(
            "Operation",
            "操作",
            "publish stores a draft and publishes it; create_draft only stores it.",
            "publish 保存草稿并发布；create_draft 仅保存草稿。",
        )
    )
    title: str = Field(
        default="", max_length=32, json_schema_extra=ui("Title", "标题", "At most 32 characters.", "最多 32 个字。")
    )
    author: str = Field(default="", max_length=16, json_schema_extra=ui("Author", "作者"))
    digest: str = Field(
        default="",
        max_length=128,
        json_schema_extra=ui("Digest", "摘要", "Empty: the first 54 characters.", "留空则取正文前 54 个字。"),
    )
    content: str = Field(
        default="",
        max_length=20_000,
        json_schema_extra=ui(
            "Content",
            "正文",
            "HTML; pictures in it are uploaded, scripts are removed by WeChat.",
            "HTML 格式；其中的图片会自动上传，脚本会被微信移除。",
        ),
    )
    content_source_url: str = Field(default="", max_length=1024, json_schema_extra=ui("Source address", "原文链接"))
    cover_url: str = Field(
        default="", json_schema_extra=ui("Cover picture", "封面图片", "Address of a picture.", "图片地址。")
    )
    thumb_media_id: str = Field(
        default="",
        json_schema_extra=ui(
            "Cover media id",
            "封面素材 ID",
            "Instead of cover_url: a permanent picture.",
            "可代替 cover_url：永久素材。",
        ),
    )
    need_open_comment: Literal[0, 1] = Field(default=0, json_schema_extra=ui("Open comments", "打开评论"))
    only_fans_can_comment: Literal[0, 1] = Field(default=0, json_schema_extra=ui("Fans only", "仅粉丝可评论"))
    media_id: str = Field(
        default="", json_schema_extra=ui("Draft id", "草稿 ID", "For submit_publish.", "用于提交发布。")
    )
    publish_id: str = Field(
        default="", json_schema_extra=ui("Publish id", "发布 ID", "For get_publish_status.", "用于查询发布状态。")
    )
