"""Douyin videos: declared, not implemented yet. Pure."""

from typing import Literal

from pydantic import Field

from tools.definitions import JsonObject, Text
from tools.executors.base import ToolModel, ToolParameters, UiTool
from tools.executors.declared import DeclaredExecutor
from tools.schema import ui

Action = Literal["publish", "draft", "schedule"]


class DouyinVideoConfig(ToolModel):
    """A video to publish, keep or schedule."""

    action: Action = Field(
        default="publish",
        json_schema_extra=ui(
            "Action",
            "操作",
            enum_labels={
                "publish": Text("Publish", "发布"),
                "draft": Text("Save as draft", "存为草稿"),
                "schedule": Text("Schedule", "定时发布"),
            },
        ),
    )
    title: str = Field(default="", json_schema_extra=ui("Title", "标题", widget="template-line"))
    description: str = Field(default="", json_schema_extra=ui("Description", "描述", widget="template"))
    video_url: str = Field(default="", json_schema_extra=ui("Video address", "视频地址", widget="template-line"))
    cover_url: str = Field(default="", json_schema_extra=ui("Cover address", "封面地址", widget="template-line"))
    tags: list[str] = Field(
        default_factory=list,
        json_schema_extra=ui("Tags", "标签", "One a line.", "每行一个标签。", widget="lines"),
    )


class DouyinVideoParameters(ToolParameters):
    """What the model fills in."""

    action: Action = Field(default="publish", json_schema_extra=ui("Action", "操作"))
    title: str = Field(json_schema_extra=ui("Title", "标题"))
    description: str = Field(default="", json_schema_extra=ui("Description", "描述"))
    video_url: str = Field(json_schema_extra=ui("Video address", "视频地址"))
    cover_url: str = Field(default="", json_schema_extra=ui("Cover address", "封面地址"))
    tags: list[str] = Field(default_factory=list, json_schema_extra=ui("Tags", "标签"))
    schedule_time: str | None = Field(
        default=None,
        json_schema_extra=ui("Time", "发布时间", "ISO 8601; for schedule.", "ISO 8601 格式，用于定时发布。"),
    )


class DouyinVideoExecutor(DeclaredExecutor[DouyinVideoConfig, DouyinVideoParameters]):
    """`douyin_video`."""

    name = "douyin_video"
    title = Text("Douyin video", "抖音视频")
    help = Text("Publish a video on Douyin.", "在抖音发布视频。")
    icon = "video"
    category = "publishing"
    resource_type = "publication"
    parameters_model = DouyinVideoParameters
    ui_tools = (UiTool("douyin-video", title, help, "video", DouyinVideoConfig),)

    def bound(self, config: DouyinVideoConfig) -> JsonObject:
        """Return what the person filled in; the action always is."""
        filled = {
            "action": config.action,
            "title": config.title,
            "description": config.description,
            "video_url": config.video_url,
            "cover_url": config.cover_url,
            "tags": config.tags,
        }
        return {name: value for name, value in filled.items() if value}
