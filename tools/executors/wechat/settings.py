"""Settings and parameters for an Official Account. Pure."""

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from tools.core.text import Text
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
_ACTION_LABELS: Mapping[Action, Text] = {
    "publish": Text("Publish"),
    "draft": Text("Save as draft"),
    "submit": Text("Publish a draft"),
    "status": Text("Check the publishing status"),
}


class WechatMpConfig(ToolModel):
    """An account, and an article to publish or keep as a draft."""

    app_id: str = Field(
        default="",
        json_schema_extra=ui("App ID", "In the account's developer settings."),
    )
    app_secret: str = secret_field(Text("App secret"))
    action: Action | None = action_field(_ACTION_LABELS)
    title: str = line_field(Text("Title"))
    author: str = line_field(Text("Author"))
    digest: str = text_field(Text("Digest"))
    content: str = text_field(Text.in_context("article", "Content"), Text("HTML."))
    cover_url: str = line_field(
        Text("Cover image"),
        Text("A URL. Every article needs a cover. Empty: the model fills it in."),
    )


class WechatMpParameters(ToolParameters):
    operation: Operation = Field(
        json_schema_extra=ui(
            "Operation",
            "publish stores and publishes a draft. create_draft only stores it.",
        )
    )
    title: str = Field(default="", max_length=32, json_schema_extra=ui("Title", "At most 32 characters."))
    author: str = Field(default="", max_length=16, json_schema_extra=ui("Author"))
    digest: str = Field(
        default="",
        max_length=128,
        json_schema_extra=ui("Digest", "Empty: the first 54 characters."),
    )
    content: str = Field(
        default="",
        max_length=20_000,
        json_schema_extra=ui(
            Text.in_context("article", "Content"),
            "HTML. Images are uploaded; WeChat removes scripts.",
        ),
    )
    content_source_url: str = Field(default="", max_length=1024, json_schema_extra=ui("Source URL"))
    cover_url: str = Field(default="", json_schema_extra=ui("Cover image", "URL of an image."))
    thumb_media_id: str = Field(
        default="",
        json_schema_extra=ui(
            "Cover media ID",
            "Instead of cover_url: a permanent image.",
        ),
    )
    need_open_comment: Literal[0, 1] = Field(default=0, json_schema_extra=ui("Open comments"))
    only_fans_can_comment: Literal[0, 1] = Field(default=0, json_schema_extra=ui("Fans only"))
    media_id: str = Field(default="", json_schema_extra=ui("Draft ID", "For submit_publish."))
    publish_id: str = Field(default="", json_schema_extra=ui("Publish ID", "For get_publish_status."))
