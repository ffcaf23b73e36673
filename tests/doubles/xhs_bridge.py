"""A stand-in for the xiaohongshu-mcp bridge: token, login, notes, one call at a time.

Source:
    github.com/xpzouying/xiaohongshu-mcp: routes.go, types.go, middleware.go, docs/API.md
"""

from typing import Any

from tests.doubles.http_server import Received, Reply

TOKEN = "planted-bridge-token-31"
HOST = "bridge.example.com"
NOTE = {
    "id": "66aa",
    "xsecToken": "ABxsec=",
    "modelType": "note",
    "index": 0,
    "noteCard": {
        "type": "normal",
        "displayTitle": "春茶",
        "user": {"userId": "u1", "nickname": "Ada", "avatar": ""},
        "interactInfo": {"likedCount": "1.2万", "commentCount": "3", "sharedCount": "", "collectedCount": "7"},
    },
}
_NEEDED = {
    "publish": ("title", "content", "images"),
    "publish_video": ("title", "content", "video"),
    "feeds/comment": ("feed_id", "xsec_token", "content"),
    "feeds/detail": ("feed_id", "xsec_token"),
    "feeds/search": ("keyword",),
}

Json = dict[str, Any]


class XhsBridge:
    """One account."""

    def __init__(self) -> None:
        self.logged_in = True
        self.published: list[Json] = []
        self.comments: list[Json] = []

    def __call__(self, request: Received) -> Reply:
        if request.headers.get("authorization") != f"Bearer {TOKEN}":
            return failed(401, "UNAUTHORIZED", "unauthorized")
        path = request.path.removeprefix("/api/v1/")
        body = request.json() if request.body else {}
        if not all(body.get(name) for name in _NEEDED.get(path, ())):
            return failed(400, "INVALID_REQUEST", "请求参数错误")
        match path:
            case "login/status":
                return done({"is_logged_in": self.logged_in, "username": "ada" if self.logged_in else ""})
            case "publish" | "publish_video":
                return self._publish(body)
            case "feeds/list":
                return done({"feeds": [NOTE], "count": 1})
            case "feeds/search":
                found = [NOTE] if body["keyword"] in "春茶" else []
                return done({"feeds": found, "count": len(found)})
            case "feeds/detail":
                return self._detail(body)
            case "feeds/comment":
                self.comments.append(body)
                return done({"feed_id": body["feed_id"], "success": True, "message": "ok"})
            case "user/me":
                return done({"data": {"userBasicInfo": {}, "feeds": [NOTE]}})
        return failed(404, "NOT_FOUND", "not found")

    def _publish(self, body: Json) -> Reply:
        if not self.logged_in:
            return failed(500, "PUBLISH_FAILED", "发布失败", "element not found")
        self.published.append(body)
        shown = {"title": body["title"], "content": body["content"], "images": len(body.get("images", []))}
        return done({**shown, "status": "发布完成"})

    def _detail(self, body: Json) -> Reply:
        if body["xsec_token"] != NOTE["xsecToken"]:
            return failed(500, "GET_FEED_DETAIL_FAILED", "获取Feed详情失败")
        note = {"title": "春茶", "desc": "好喝", "user": {"nickname": "Ada"}, "time": 1, "ipLocation": "浙江"}
        comments = {"list": [{"id": "c1", "content": "嗯", "likeCount": "2", "userInfo": {"nickname": "Bo"}}]}
        return done({"feed_id": body["feed_id"], "data": {"note": note, "comments": comments}})


def done(data: Json) -> Reply:
    return Reply.of_json({"success": True, "data": data, "message": "ok"})


def failed(status: int, code: str, error: str, details: Any = None) -> Reply:
    return Reply.of_json({"error": error, "code": code, "details": details}, status)
