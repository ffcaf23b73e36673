"""WeChat Official Account articles: declared, not implemented yet. Pure."""

from typing import Literal

from pydantic import Field

from tools.definitions import JsonObject, Text
from tools.executors.base import ToolModel, ToolParameters, UiTool
from tools.executors.declared import DeclaredExecutor
from tools.schema import ui


class WechatMpConfig(ToolModel):
    """An article to publish or keep as a draft."""

    action: Literal["publish", "draft"] = Field(
        default="publish",
        json_schema_extra=ui(
            "Action",
            "操作",
            enum_labels={"publish": Text("Publish", "发布"), "draft": Text("Save as draft", "存为草稿")},
        ),
    )
    title: str = Field(default="", json_schema_extra=ui("Title", "标题", widget="template-line"))
    author: str = Field(default="", json_schema_extra=ui("Author", "作者", widget="template-line"))
    digest: str = Field(default="", json_schema_extra=ui("Digest", "摘要", widget="template"))
    content: str = Field(default="", json_schema_extra=ui("Content", "正文", "HTML.", "HTML 格式。", widget="template"))


class WechatMpParameters(ToolParameters):
    """What the model fills in."""

    operation: Literal["create_draft", "submit_publish", "get_publish_status"] = Field(
        json_schema_extra=ui("Operation", "操作")
    )
    title: str = Field(default="", json_schema_extra=ui("Title", "标题"))
    author: str = Field(default="", json_schema_extra=ui("Author", "作者"))
    digest: str = Field(default="", json_schema_extra=ui("Digest", "摘要"))
    content: str = Field(default="", json_schema_extra=ui("Content", "正文", "HTML.", "HTML 格式。"))
    content_source_url: str = Field(default="", json_schema_extra=ui("Source address", "原文链接"))
    thumb_media_id: str = Field(default="", json_schema_extra=ui("Cover media id", "封面素材 ID"))
    need_open_comment: Literal[0, 1] = Field(default=0, json_schema_extra=ui("Open comments", "打开评论"))
    only_fans_can_comment: Literal[0, 1] = Field(default=0, json_schema_extra=ui("Fans only", "仅粉丝可评论"))
    media_id: str = Field(
        default="", json_schema_extra=ui("Draft id", "草稿 ID", "For submit_publish.", "用于提交发布。")
    )
    publish_id: str = Field(
        default="", json_schema_extra=ui("Publish id", "发布 ID", "For get_publish_status.", "用于查询发布状态。")
    )


class WechatMpExecutor(DeclaredExecutor[WechatMpConfig, WechatMpParameters]):
    """`wechat_mp`."""

    name = "wechat_mp"
    title = Text("WeChat Official Account", "微信公众号")
    help = Text("Write and publish articles of a WeChat Official Account.", "撰写并发布微信公众号文章。")
    icon = "article"
    category = "publishing"
    resource_type = "publication"
    parameters_model = WechatMpParameters
    ui_tools = (UiTool("wechat-mp", title, help, "article", WechatMpConfig),)

    def bound(self, config: WechatMpConfig) -> JsonObject:
        """Return what the person filled in."""
        filled = {
            "title": config.title,
            "author": config.author,
            "digest": config.digest,
            "content": config.content,
        }
        return {name: value for name, value in filled.items() if value}
