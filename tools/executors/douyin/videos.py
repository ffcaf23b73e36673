"""A person's videos on Douyin: creating, listing, figures. Pure.

Source: Video management, npm @open-dy/open_api_sdk 1.1.0
"""

from collections.abc import Mapping
from typing import Any

from tools.core.definitions import JsonObject
from tools.core.errors import ToolNotReachedError, ToolUnavailableError
from tools.executors.contract.executor import Invocation
from tools.executors.douyin.open_api import DouyinApi
from tools.executors.douyin.settings import DouyinVideoParameters
from tools.executors.douyin.uploads import uploaded
from tools.executors.shared.vendor_api import whole_number

_PUBLIC, _PRIVATE = 0, 1
_STATES: Mapping[int, str] = {1: "published", 2: "not public", 4: "under review"}
_FIGURES = ("play_count", "digg_count", "comment_count", "share_count", "forward_count", "download_count")
_LOST_WITHIN_S = 180


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
