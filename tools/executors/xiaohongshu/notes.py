"""Notes on Xiaohongshu: what is sent to the bridge, and what of its answers is of use. Pure."""

from typing import Any

from tools.core.definitions import JsonObject
from tools.core.errors import ToolArgumentsError, ToolError, ToolNotReachedError, ToolTimeoutError, ToolUnavailableError
from tools.core.text import Text
from tools.executors.xiaohongshu.bridge import Bridge
from tools.executors.xiaohongshu.settings import VISIBILITIES, XiaohongshuParameters

MAX_TITLE_UNITS = 20
_TITLE_TOO_LONG = Text("The title is too long: at most 20 Chinese or 40 Latin characters.")
_LOST = Text("It is unknown whether the note was published. Check “My notes” before trying again.")


def check_title(title: str) -> None:
    """Check a title's length as the site counts: characters outside ASCII count twice, in UTF-16 units.

    Raises ToolArgumentsError if it is too long.
    """
    units = sum(1 if sign.isascii() else len(sign.encode("utf-16-le")) for sign in title)
    if units > 2 * MAX_TITLE_UNITS:
        raise ToolArgumentsError(_TITLE_TOO_LONG)


def publish(bridge: Bridge, asked: XiaohongshuParameters) -> JsonObject:
    """Publish a note; the site gives no id back."""
    bridge.check_login()
    visibility = "private" if asked.action == "draft" else asked.visibility
    note: JsonObject = {
        "title": asked.title,
        "content": asked.content,
        "tags": [tag.lstrip("#") for tag in asked.topics],
        "visibility": VISIBILITIES[visibility],
        **({"schedule_at": asked.schedule_at} if asked.schedule_at else {}),
    }
    try:
        if asked.action == "publish_video":
            data = bridge.call("publish_with_video", **note, video=asked.video_path)
        else:
            data = bridge.call("publish_content", **note, images=asked.images)
    except ToolNotReachedError:
        raise
    except (ToolUnavailableError, ToolTimeoutError) as error:
        raise _lost(error) from error
    return {
        "title": data.get("title") or asked.title,
        "status": str(data.get("status") or ""),
        "visibility": visibility,
    }


def comment(bridge: Bridge, asked: XiaohongshuParameters) -> JsonObject:
    bridge.check_login()
    bridge.call("post_comment_to_feed", feed_id=asked.feed_id, xsec_token=asked.xsec_token, content=asked.content)
    return {"feed_id": asked.feed_id}


def status(bridge: Bridge, asked: XiaohongshuParameters) -> JsonObject:
    """Return the bridge's login state and user."""
    return bridge.login()


def search(bridge: Bridge, asked: XiaohongshuParameters) -> JsonObject:
    filters: JsonObject = {"filters": {"sort_by": asked.sort_by}} if asked.sort_by else {}
    return {"notes": _feeds(bridge.call("search_feeds", keyword=asked.keyword, **filters))}


def recommended(bridge: Bridge, asked: XiaohongshuParameters) -> JsonObject:
    """List the notes of the start page."""
    return {"notes": _feeds(bridge.call("list_feeds"))}


def my_notes(bridge: Bridge, asked: XiaohongshuParameters) -> JsonObject:
    data = bridge.call("get_my_profile", tab="note")
    return {"notes": _feeds(_inner(data))}


def detail(bridge: Bridge, asked: XiaohongshuParameters) -> JsonObject:
    """Read one note with its first comments."""
    data = _inner(
        bridge.call("get_feed_detail", feed_id=asked.feed_id, xsec_token=asked.xsec_token, load_all_comments=False)
    )
    note = _dict(data.get("note"))
    comments = _dict(data.get("comments")).get("list") or []
    return {
        "note": {
            "title": note.get("title") or "",
            "text": note.get("desc") or "",
            "author": _dict(note.get("user")).get("nickname") or "",
            "time": note.get("time"),
            "place": note.get("ipLocation") or "",
            **_figures(note),
        },
        "comments": [
            {
                "id": one.get("id"),
                "author": _dict(one.get("userInfo")).get("nickname") or "",
                "text": one.get("content") or "",
                "likes": one.get("likeCount") or "0",
            }
            for one in comments
            if isinstance(one, dict)
        ],
    }


def _feeds(data: JsonObject) -> list[JsonObject]:
    feeds = [one for one in data.get("feeds") or [] if isinstance(one, dict) and one.get("id")]
    return [_feed(one, _dict(one.get("noteCard"))) for one in feeds]


def _feed(found: JsonObject, card: JsonObject) -> JsonObject:
    return {
        "feed_id": found["id"],
        "xsec_token": found.get("xsecToken") or "",
        "type": card.get("type") or "",
        "title": card.get("displayTitle") or "",
        "author": _dict(card.get("user")).get("nickname") or "",
        **_figures(card),
    }


def _figures(note: JsonObject) -> JsonObject:
    """Return the site's figures: texts such as "1.2万"."""
    found = _dict(note.get("interactInfo"))
    names = {
        "likes": "likedCount",
        "comments_count": "commentCount",
        "collects": "collectedCount",
        "shares": "sharedCount",
    }
    return {ours: str(found.get(theirs) or "0") for ours, theirs in names.items()}


def _inner(data: JsonObject) -> JsonObject:
    """Return the data itself: some answers are nested one level deeper."""
    return _dict(data["data"]) if isinstance(data.get("data"), dict) else data


def _dict(value: Any) -> JsonObject:
    return value if isinstance(value, dict) else {}


def _lost(error: ToolError) -> ToolError:
    text = Text("{error} {lost}", error=error.text, lost=_LOST)
    return type(error)(text) if type(error) in {ToolUnavailableError, ToolTimeoutError} else ToolUnavailableError(text)
