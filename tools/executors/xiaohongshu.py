"""Xiaohongshu notes: declared, not implemented yet. Pure."""

from typing import Literal

from pydantic import Field

from tools.definitions import JsonObject, Text
from tools.executors.base import ToolModel, ToolParameters, UiTool
from tools.executors.declared import DeclaredExecutor
from tools.schema import ui


class XiaohongshuConfig(ToolModel):
    """A note to publish or keep as a draft."""

    action: Literal["publish", "draft"] = Field(
        default="publish",
        json_schema_extra=ui(
            "Action",
            "操作",
            enum_labels={"publish": Text("Publish", "发布"), "draft": Text("Save as draft", "存为草稿")},
        ),
    )
    title: str = Field(default="", json_schema_extra=ui("Title", "标题", widget="template-line"))
    content: str = Field(default="", json_schema_extra=ui("Content", "正文", widget="template"))
    images: list[str] = Field(
        default_factory=list,
        json_schema_extra=ui("Images", "图片", "One address a line.", "每行一个图片地址。", widget="lines"),
    )


class XiaohongshuParameters(ToolParameters):
    """What the model fills in."""

    action: Literal["publish", "draft"] = Field(default="publish", json_schema_extra=ui("Action", "操作"))
    title: str = Field(max_length=20, json_schema_extra=ui("Title", "标题", "At most 20 characters.", "最多 20 个字。"))
    content: str = Field(max_length=1000, json_schema_extra=ui("Content", "正文"))
    images: list[str] = Field(
        default_factory=list,
        max_length=9,
        json_schema_extra=ui("Images", "图片", "Addresses of at most 9 images.", "最多 9 张图片的地址。"),
    )
    topics: list[str] = Field(default_factory=list, json_schema_extra=ui("Topics", "话题"))


class XiaohongshuExecutor(DeclaredExecutor[XiaohongshuConfig, XiaohongshuParameters]):
    """`xiaohongshu`."""

    name = "xiaohongshu"
    title = Text("Xiaohongshu", "小红书")
    help = Text("Publish a note on Xiaohongshu.", "在小红书发布笔记。")
    icon = "book"
    category = "publishing"
    resource_type = "publication"
    parameters_model = XiaohongshuParameters
    ui_tools = (UiTool("xiaohongshu", title, help, "book", XiaohongshuConfig),)

    def bound(self, config: XiaohongshuConfig) -> JsonObject:
        """Return what the person filled in; the action always is."""
        filled = {
            "action": config.action,
            "title": config.title,
            "content": config.content,
            "images": config.images,
        }
        return {name: value for name, value in filled.items() if value}
