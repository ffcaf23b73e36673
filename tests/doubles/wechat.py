"""A stand-in for the WeChat Official Account interface: stable tokens, drafts, publishing, materials.

Source: developers.weixin.qq.com/doc/service/api: stable access token, drafts, publishing, materials, return codes
"""

import re
from typing import Any

from tests.doubles.forms import form_bytes, form_parts
from tests.doubles.http_server import Received, Reply
from tests.doubles.tool_ports import NOW

APP_ID, APP_SECRET = "wx0123456789abcdef", "planted-wechat-secret-77"
HOST = "api.weixin.qq.com"
PNG = b"\x89PNG\r\n\x1a\n" + b"0" * 64
_OUTSIDE_IMAGE = re.compile(r"<img[^>]*src=[\"'](?!https?://mmbiz\.qpic\.cn/)")

Json = dict[str, Any]


class Wechat:
    """One account; `may_publish` is False for personal and unverified ones."""

    def __init__(self, *, may_publish: bool = True) -> None:
        self.may_publish = may_publish
        self.tokens: list[str] = []
        self.valid = ""
        self.materials: dict[str, bytes] = {}
        self.drafts: dict[str, Json] = {}
        self.published: dict[str, list[int]] = {}
        self.statuses = [1, 0]

    def __call__(self, request: Received) -> Reply:
        if request.headers["host"] != HOST:
            return Reply(200, PNG, {"Content-Type": "text/plain"})
        return Reply.of_json(self._answer(request))

    def _answer(self, request: Received) -> Json:
        if request.path == "/cgi-bin/stable_token":
            return self._issue(request.json())
        if request.query.get("access_token") != self.valid or not self.valid:
            return {"errcode": 42001, "errmsg": "access_token expired rid: 6543-2100"}
        if b"\\u" in request.body:
            return {"errcode": 47001, "errmsg": "data format error: escaped"}
        match request.path:
            case "/cgi-bin/material/add_material" if request.query.get("type") == "image":
                return self._uploaded(request, 10 * 1024 * 1024)
            case "/cgi-bin/media/uploadimg":
                return {"url": f"http://mmbiz.qpic.cn/{self._uploaded(request, 1024 * 1024)['media_id']}"}
            case "/cgi-bin/draft/add":
                return self._drafted(request.json()["articles"])
            case "/cgi-bin/draft/batchget":
                return self._listed()
            case "/cgi-bin/freepublish/submit":
                return self._submitted(request.json())
            case "/cgi-bin/freepublish/get":
                return self._status(request.json()["publish_id"])
        return {"errcode": 40066, "errmsg": "invalid url"}

    def _issue(self, body: Json) -> Json:
        if body["grant_type"] != "client_credential" or body["appid"] != APP_ID:
            return {"errcode": 40013, "errmsg": "invalid appid rid: 1"}
        if body["secret"] != APP_SECRET:
            return {"errcode": 40125, "errmsg": "invalid appsecret rid: 2"}
        if not self.valid:
            self.valid = f"planted-token-{len(self.tokens)}-abcdef"
            self.tokens.append(self.valid)
        return {"access_token": self.valid, "expires_in": 7200}

    def _uploaded(self, request: Received, max_bytes: int) -> Json:
        part = form_parts(request)["media"]
        content = form_bytes(part)
        if not part.get_filename() or part.get_content_type() not in {"image/png", "image/jpeg"}:
            return {"errcode": 40005, "errmsg": "invalid file type"}
        if len(content) > max_bytes:
            return {"errcode": 40009, "errmsg": "invalid image size"}
        media_id = f"media{len(self.materials)}"
        self.materials[media_id] = content
        return {"media_id": media_id, "url": f"http://mmbiz.qpic.cn/{media_id}"}

    def _drafted(self, articles: list[Json]) -> Json:
        article = articles[0]
        if article.get("thumb_media_id") not in self.materials:
            return {"errcode": 40007, "errmsg": "invalid media_id"}
        if len(article["title"]) > 32:
            return {"errcode": 45003, "errmsg": "title size out of limit"}
        assert not _OUTSIDE_IMAGE.search(article["content"])
        media_id = f"draft{len(self.drafts)}"
        self.drafts[media_id] = article
        return {"media_id": media_id, "item": []}

    def _listed(self) -> Json:
        items = [
            {"media_id": key, "content": {"news_item": [article]}, "update_time": int(NOW.timestamp())}
            for key, article in reversed(self.drafts.items())
        ]
        return {"total_count": len(items), "item_count": 1, "item": items[:1]}

    def _submitted(self, body: Json) -> Json:
        if not self.may_publish:
            return {"errcode": 48001, "errmsg": "api unauthorized rid: 3"}
        if body["media_id"] not in self.drafts:
            return {"errcode": 40007, "errmsg": "invalid media_id"}
        publish_id = f"22474836{len(self.published)}"
        self.published[publish_id] = list(self.statuses)
        return {"errcode": 0, "errmsg": "ok", "publish_id": publish_id, "msg_data_id": "1"}

    def _status(self, publish_id: str) -> Json:
        left = self.published.get(publish_id)
        if left is None:
            return {"errcode": 40007, "errmsg": "invalid publish_id"}
        status = left.pop(0) if len(left) > 1 else left[0]
        detail = {"count": 1, "item": [{"idx": 1, "article_url": "http://mp.weixin.qq.com/s/x"}]}
        done = {"article_id": "a1", "article_detail": detail} if status == 0 else {}
        return {"publish_id": publish_id, "publish_status": status, "fail_idx": [], **done}
