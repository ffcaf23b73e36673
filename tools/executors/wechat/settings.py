"""Settings and parameters for an Official Account. Pure."""

from collections.abc import Mapping
from typing import Annotated, Literal

from tools.core.text import Text
from tools.executors.contract.executor import ToolModel, ToolParameters
from tools.executors.contract.schema import form_field
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
    app_id: str = form_field("App ID", "In the account's developer settings.", default="")
    app_secret: str = secret_field(Text("App secret"))
    action: Action | None = action_field(_ACTION_LABELS)
    title: str = line_field(Text("Title"))
    author: str = line_field(Text("Author"))
    digest: str = text_field(Text("Digest"))
    content: str = text_field(Text.in_context("article", "Content"), Text("HTML."))
    cover_url: str = line_field(
        Text("Cover image"),
        Text("URL of an image. Every article needs a cover. The model fills it in if you do not."),
    )


class WechatMpParameters(ToolParameters):
    operation: Annotated[
        Operation,
        form_field(
            "Operation", "“Publish” stores the article as a draft and publishes it. “Save as draft” only stores it."
        ),
    ]
    title: str = form_field("Title", "At most 32 characters.", default="", max_length=32)
    author: str = form_field("Author", default="", max_length=16)
    digest: str = form_field("Digest", "By default, the first 54 characters.", default="", max_length=128)
    content: str = form_field(
        Text.in_context("article", "Content"),
        "HTML. Images are uploaded; WeChat removes scripts.",
        default="",
        max_length=20_000,
    )
    content_source_url: str = form_field("Source URL", default="", max_length=1024)
    cover_url: str = form_field("Cover image", "URL of an image.", default="")
    thumb_media_id: str = form_field(
        "Cover media ID", "An image stored permanently at WeChat, in place of a URL.", default=""
    )
    need_open_comment: Literal[0, 1] = form_field("Open comments", default=0)
    only_fans_can_comment: Literal[0, 1] = form_field("Fans only", default=0)
    media_id: str = form_field("Draft ID", "For publishing a draft.", default="")
    publish_id: str = form_field("Publish ID", "For checking the publishing status.", default="")
