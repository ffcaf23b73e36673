"""Publishes videos on Douyin, lists them and reads their figures. Pure.

Source: Video management, npm @open-dy/open_api_sdk 1.1.0
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from tools.core.definitions import EffectClass, JsonObject, OperationType
from tools.core.envelope import Nothing, ToolResult, empty, operation_success, query_success
from tools.core.errors import ToolNothingFoundError, ToolNotReachedError, ToolUnavailableError
from tools.core.field_errors import FieldError
from tools.core.text import Text
from tools.executors.contract.executor import Invocation, Rehearsal, ToolModel, ToolParameters, UiTool, lacking
from tools.executors.contract.operations import (
    OperationExecutor,
    ToolOperation,
    action_field,
    line_field,
    lines_field,
    text_field,
)
from tools.executors.contract.schema import form_field
from tools.executors.douyin.account import ACCOUNT, HOST
from tools.executors.douyin.open_api import DouyinApi
from tools.executors.douyin.uploads import uploaded
from tools.executors.http_request.fields import credential_field
from tools.executors.shared.vendor_api import whole_number
from tools.outbound.oauth.missing_permissions import refuse_unpermitted
from tools.outbound.origins import fixed_origins

SERVICE = "douyin"
"""Service of the accounts that are used (`tools.executors.accounts`)."""

Action = Literal["publish", "draft", "list", "data"]
_ACTION_LABELS: Mapping[Action, Text] = {
    "publish": Text("Publish"),
    "draft": Text("Publish privately"),
    "list": Text("List videos"),
    "data": Text("Video statistics"),
}
_PUBLIC, _PRIVATE = 0, 1
_STATES: Mapping[int, str] = {1: "published", 2: "not public", 4: "under review"}
_FIGURES = ("play_count", "digg_count", "comment_count", "share_count", "forward_count", "download_count")
_LOST_WITHIN_S = 180
_VIDEO = ("title", "description", "video_url", "cover_url", "tags")


class DouyinVideoConfig(ToolModel):
    credential: str = credential_field(
        Text("A connected account of Douyin."),
        account={
            "service": SERVICE,
            "permissions": [one.id for one in ACCOUNT.permissions],
            "grant": "authorization_code",
        },
    )
    action: Action | None = action_field(_ACTION_LABELS)
    title: str = line_field(Text("Title"))
    description: str = text_field(Text("Description"))
    video_url: str = line_field(Text("Video URL"))
    cover_url: str = line_field(Text("Cover URL"))
    tags: list[str] = lines_field(Text("Tags"), Text("One per line."))


class DouyinVideoParameters(ToolParameters):
    action: Action = form_field(
        "Action", "“Publish privately” shows the video to nobody else. Douyin cannot schedule posts.", default="publish"
    )
    title: str = form_field("Title", default="", max_length=100)
    description: str = form_field("Description", default="", max_length=1000)
    video_url: str = form_field("Video URL", "MP4 or WebM.", default="")
    cover_url: str = form_field("Cover URL", default="")
    tags: list[str] = form_field("Tags", default_factory=list, max_length=20)
    item_ids: list[str] = form_field(
        "Item IDs", "For statistics. Returned when you list videos.", default_factory=list, max_length=20
    )
    cursor: int = form_field("Cursor", "For listing.", default=0, ge=0)
    page_size: int = form_field("Page size", "For listing.", default=10, ge=1, le=20)


def publish(api: DouyinApi, asked: DouyinVideoParameters, invocation: Invocation) -> JsonObject:
    """Upload the video, create the post and return its ids."""
    video_id = uploaded(api, asked.video_url, invocation)
    body: JsonObject = {
        "video_id": video_id,
        "text": text_of(asked),
        "private_status": _PRIVATE if asked.action == "draft" else _PUBLIC,
    }
    if asked.cover_url:
        body["custom_cover_image_url"] = asked.cover_url
    try:
        data = api.call("POST", "create_video", json=body)
    except ToolNotReachedError:
        raise
    except ToolUnavailableError as error:
        found = None if error.details.get("vendorCode") is not None else _found_again(api, body["text"], invocation)
        if found is None:
            raise
        return {"item_id": found["item_id"], "video_id": video_id}
    return {"item_id": str(data.get("item_id")), "video_id": str(data.get("video_id") or video_id)}


def listed(api: DouyinApi, asked: DouyinVideoParameters) -> JsonObject:
    """Return a page of the account's videos, newest first."""
    query = {"cursor": str(asked.cursor), "count": str(asked.page_size)}
    data = api.call("GET", "video_list", query=query)
    more = str(data.get("has_more")).lower() in {"true", "1"}
    next_page = {"cursor": whole_number(data.get("cursor"))} if more else {}
    return {"videos": _items(data), "has_more": more, **next_page}


def figures(api: DouyinApi, asked: DouyinVideoParameters) -> JsonObject:
    return {"videos": _items(api.call("POST", "video_data", json={"item_ids": asked.item_ids}))}


def text_of(asked: DouyinVideoParameters) -> str:
    """Return the post's text: title, description, tags."""
    tags = " ".join(f"#{tag.strip().lstrip('#')}" for tag in asked.tags if tag.strip().lstrip("#"))
    return "\n".join(part for part in (asked.title.strip(), asked.description.strip(), tags) if part)


def _found_again(api: DouyinApi, text: str, invocation: Invocation) -> JsonObject | None:
    """Find a post after a lost answer: Douyin has no idempotency keys."""
    data = api.call("GET", "video_list", query={"cursor": "0", "count": "5"})
    now = invocation.runtime.now().timestamp()
    for item in _items(data):
        if item["title"] == text and now - item["create_time"] < _LOST_WITHIN_S:
            return item
    return None


def _items(data: JsonObject) -> list[JsonObject]:
    return [_item(one) for one in data.get("list") or [] if isinstance(one, dict)]


def _item(found: Mapping[str, Any]) -> JsonObject:
    statistics = found.get("statistics") or {}
    return {
        "item_id": str(found.get("item_id") or ""),
        "video_id": str(found.get("video_id") or ""),
        "title": str(found.get("title") or ""),
        "share_url": str(found.get("share_url") or ""),
        "create_time": whole_number(found.get("create_time")),
        "state": _STATES.get(whole_number(found.get("video_status")), "failed"),
        "statistics": {name: whole_number(statistics.get(name)) for name in _FIGURES},
    }


def _publish(api: DouyinApi, asked: DouyinVideoParameters, invocation: Invocation) -> ToolResult:
    return operation_success(publish(api, asked, invocation), Text("The video was posted; Douyin reviews it."))


def _list(api: DouyinApi, asked: DouyinVideoParameters, invocation: Invocation) -> ToolResult:
    found = listed(api, asked)
    if not found["videos"]:
        return empty(OperationType.QUERY, Text("The account has no videos here."), found)
    return query_success(found, Text("Videos found: {count}.", count=len(found["videos"])))


def _figures(api: DouyinApi, asked: DouyinVideoParameters, invocation: Invocation) -> ToolResult:
    found = figures(api, asked)
    if not found["videos"]:
        raise ToolNothingFoundError(Text("There is no such video. Check its ID."))
    return query_success(found, Text("Videos found: {count}.", count=len(found["videos"])))


_Run = Callable[[DouyinApi, DouyinVideoParameters, Invocation], ToolResult]
_PUBLISH: ToolOperation[_Run] = ToolOperation(
    _publish, ("title", "video_url"), takes=_VIDEO, scopes=("video.create.bind",)
)
_OPERATIONS: Mapping[Action, ToolOperation[_Run]] = {
    "publish": _PUBLISH,
    "draft": _PUBLISH,
    "list": ToolOperation(
        _list, takes=("cursor", "page_size"), effect=EffectClass.REPEATABLE, scopes=("video.list.bind",)
    ),
    "data": ToolOperation(_figures, ("item_ids",), effect=EffectClass.REPEATABLE, scopes=("video.data.bind",)),
}


class DouyinVideoExecutor(OperationExecutor[DouyinVideoConfig, DouyinVideoParameters]):
    """`douyin_video`: a post carries no key against repetition, so it is looked up when its answer got lost."""

    name = "douyin_video"
    title = Text("Douyin video")
    help = Text("Publish videos on Douyin and read their statistics.")
    keywords = Text("tiktok, video, social")
    icon = "logo-tiktok"
    category = "publishing"
    resource_type = "publication"
    operation = OperationType.OPERATION
    nothing = Nothing({"videos": [], "has_more": False})
    ui_tools = (UiTool("douyin-video", title, help, icon, DouyinVideoConfig),)
    operations = _OPERATIONS
    prefilled = _VIDEO

    def origins(self, config: DouyinVideoConfig) -> frozenset[str]:
        return fixed_origins(HOST)

    def missing(self, config: DouyinVideoConfig) -> Sequence[FieldError]:
        return [] if config.credential else [lacking("credential", Text("Choose a connected account."))]

    def check(self, parameters: DouyinVideoParameters, invocation: Invocation) -> None:
        super().check(parameters, invocation)
        refuse_unpermitted(ACCOUNT, self.row(parameters).scopes, invocation.signer)

    def rehearse(
        self, config: DouyinVideoConfig, parameters: DouyinVideoParameters, invocation: Invocation
    ) -> Rehearsal:
        self.check(parameters, invocation)
        would = Text("{action} on Douyin", action=parameters.action)
        if self.row(parameters).repeatable:
            return Rehearsal(would)
        if not invocation.runtime.files.is_ours(parameters.video_url):
            invocation.runtime.outbound.without_credential().check(parameters.video_url)
        return Rehearsal(would, {"text": text_of(parameters), "video_url": parameters.video_url})

    def run(self, config: DouyinVideoConfig, parameters: DouyinVideoParameters, invocation: Invocation) -> ToolResult:
        return _OPERATIONS[parameters.action].run(DouyinApi(invocation), parameters, invocation)
