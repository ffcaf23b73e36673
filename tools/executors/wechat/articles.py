"""Articles of an Official Account: pictures uploaded first, drafts, publishing and its status. Pure.

Source: Drafts, publishing and materials, developers.weixin.qq.com/doc/service/api
"""

import html
import re
from collections.abc import Mapping
from typing import Any

from tools.core.definitions import JsonObject
from tools.core.errors import ToolArgumentsError, ToolNotReachedError, ToolUnavailableError
from tools.core.registered.files import FileContent
from tools.core.text import Text
from tools.executors.contract.executor import Invocation
from tools.executors.shared.media import fetch_media
from tools.executors.shared.vendor_api import FormFile
from tools.executors.wechat.open_api import WechatApi

_MB = 1024 * 1024
_MAX_COVER = 10 * _MB
_MAX_INLINE = 1 * _MB
_MAX_PICTURES = 30
# Python 3.11.2, which Debian has, finds nothing with a possessive group that looks ahead.
_IMG_SRC = re.compile(
    r"""(<img\b[^<>]*?\ssrc\s*+=\s*+)(?:"(?P<double>[^<>"]*+)"|'(?P<single>[^<>']*+)')""", re.IGNORECASE
)
_OWN_HOSTS = re.compile(r"https?://(?:[a-z0-9-]+\.)*(?:qpic\.cn|qlogo\.cn|weixin\.qq\.com)/", re.IGNORECASE)
_STATUS: Mapping[int, Text] = {
    0: Text("published"),
    1: Text("publishing"),
    2: Text("failed: the claim of originality was rejected"),
    3: Text("failed"),
    4: Text("rejected in review"),
    5: Text("deleted after publishing"),
    6: Text("banned after publishing"),
}
RUNNING = 1
_POLLS_S = (1.0, 2.0, 3.0, 4.0, 5.0)
_COVER_KINDS = frozenset({"image/png", "image/jpeg", "image/gif", "image/bmp"})
_INLINE_KINDS = frozenset({"image/png", "image/jpeg"})


class WechatArticles:
    """Works on one account's articles within one attempt."""

    def __init__(self, api: WechatApi, invocation: Invocation) -> None:
        self._api = api
        self._invocation = invocation

    def draft(self, article: JsonObject, cover_url: str) -> str:
        """Upload the pictures, store a draft and return its media id."""
        content = self._with_own_pictures(str(article["content"]))
        thumb = article.get("thumb_media_id") or self._cover(cover_url)
        ready = {**article, "content": content, "thumb_media_id": thumb}
        try:
            return str(self._api.call("/cgi-bin/draft/add", {"articles": [ready]})["media_id"])
        except ToolNotReachedError:
            raise
        except ToolUnavailableError as error:
            if error.details.get("vendorCode") is not None:
                raise
            # The answer got lost, not necessarily the draft; a second one must not be made.
            found = self._newest_draft(str(article["title"]))
            if found is None:
                raise
            return found

    def submit(self, media_id: str) -> str:
        """Hand a draft in for publishing and return the publish id."""
        return str(self._api.call("/cgi-bin/freepublish/submit", {"media_id": media_id})["publish_id"])

    def status(self, publish_id: str) -> JsonObject:
        """Return `publish_status`, `state`, and addresses once there are any."""
        reply = self._api.call("/cgi-bin/freepublish/get", {"publish_id": publish_id})
        number = int(reply.get("publish_status") or 0)
        items: list[Any] = (reply.get("article_detail") or {}).get("item") or []
        return {
            "publish_id": publish_id,
            "publish_status": number,
            "state": _STATUS.get(number, Text("unknown")).en,
            "article_id": reply.get("article_id") or "",
            "article_urls": [one.get("article_url") for one in items if isinstance(one, dict)],
        }

    def settled(self, publish_id: str) -> JsonObject:
        """Return the final status, or the current one after the longest wait."""
        found = self.status(publish_id)
        for wait_s in _POLLS_S:
            if found["publish_status"] != RUNNING or not self._api.wait(wait_s):
                break
            found = self.status(publish_id)
        return found

    def _newest_draft(self, title: str) -> str | None:
        reply = self._api.call("/cgi-bin/draft/batchget", {"offset": 0, "count": 1, "no_content": 1})
        for item in reply.get("item") or []:
            news = (item.get("content") or {}).get("news_item") or [{}]
            age_s = self._invocation.runtime.now().timestamp() - float(item.get("update_time") or 0)
            if news[0].get("title") == title and age_s < 120:
                return str(item["media_id"])
        return None

    def _cover(self, cover_url: str) -> str:
        picture = self._picture(cover_url, "cover", _MAX_COVER, _COVER_KINDS)
        reply = self._api.call("/cgi-bin/material/add_material", query={"type": "image"}, files=(_form_file(picture),))
        return str(reply["media_id"])

    def _with_own_pictures(self, content: str) -> str:
        """Upload the pictures of an article: the service removes those of other hosts."""
        uploaded: dict[str, str] = {}
        for found in _IMG_SRC.finditer(content):
            address = _address(found)
            if not address or address in uploaded or _OWN_HOSTS.match(address):
                continue
            if len(uploaded) == _MAX_PICTURES:
                raise ToolArgumentsError(
                    Text("An article can have at most {max_pictures} images.", max_pictures=_MAX_PICTURES)
                )
            picture = self._picture(address, f"picture-{len(uploaded) + 1}", _MAX_INLINE, _INLINE_KINDS)
            reply = self._api.call("/cgi-bin/media/uploadimg", files=(_form_file(picture),))
            uploaded[address] = str(reply["url"])

        def replaced(match: re.Match[str]) -> str:
            address = _address(match)
            return f'{match[1]}"{html.escape(uploaded.get(address, address), quote=True)}"'

        return _IMG_SRC.sub(replaced, content)

    def _picture(self, address: str, stem: str, max_bytes: int, kinds: frozenset[str]) -> FileContent:
        picture = fetch_media(address, self._invocation, left_s=self._api.left_s, max_bytes=max_bytes, stem=stem)
        if picture.content_type not in kinds:
            names = ", ".join(sorted(kind.removeprefix("image/") for kind in kinds))
            raise ToolArgumentsError(Text("The {stem} must be one of: {names}.", stem=stem, names=names))
        return picture


def _address(match: re.Match[str]) -> str:
    return html.unescape(match["double"] or match["single"] or "").strip()


def _form_file(picture: FileContent) -> FormFile:
    return FormFile("media", picture.name, picture.content_type, picture.content)
