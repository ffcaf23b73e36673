"""A stand-in for the xiaohongshu-mcp bridge: token, login, notes, over HTTP and over MCP.

Source: github.com/xpzouying/xiaohongshu-mcp: routes.go, mcp_handlers.go, types.go, middleware.go, docs/API.md
"""

import json
from typing import Any

import orjson

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

_ROUTES = {
    "check_login_status": "login/status",
    "publish_content": "publish",
    "publish_with_video": "publish_video",
    "list_feeds": "feeds/list",
    "search_feeds": "feeds/search",
    "get_feed_detail": "feeds/detail",
    "get_my_profile": "user/me",
    "post_comment_to_feed": "feeds/comment",
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
        body = request.json() if request.body else {}
        if request.path == "/mcp":
            return self._mcp(body)
        return self._http(request.path.removeprefix("/api/v1/"), body)

    def _mcp(self, body: Json) -> Reply:
        if body.get("jsonrpc") != "2.0" or body.get("method") != "tools/call":
            return rpc_error(-32601, "method not found")
        tool, arguments = body["params"]["name"], body["params"]["arguments"]
        if tool not in _ROUTES:
            return rpc_error(-32602, f"unknown tool {tool}")
        reply: Json = orjson.loads(self._http(_ROUTES[tool], arguments).body)
        if not reply.get("success"):
            return text_result(f"{reply['error']}: {reply['details'] or '缺少参数'}", is_error=True)
        return text_result(_in_words(tool, reply["data"]))

    def _http(self, path: str, body: Json) -> Reply:
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


def _in_words(tool: str, data: Json) -> str:
    """Return the text of a result: JSON of what is read, sentences else."""
    match tool:
        case "check_login_status" if data["is_logged_in"]:
            return f"✅ 已登录\n用户名: {data['username']}\n\n你可以使用其他功能了。"
        case "check_login_status":
            return "❌ 未登录\n\n请使用 get_login_qrcode 工具获取二维码进行登录。"
        case "publish_content" | "publish_with_video":
            return f"内容发布成功: &{{Title:{data['title']} Status:发布完成}}"
        case "post_comment_to_feed":
            return f"评论发表成功 - Feed ID: {data['feed_id']}"
    return json.dumps(data, ensure_ascii=False, indent=2)


def text_result(text: str, *, is_error: bool = False) -> Reply:
    """Return the answer of an MCP tool."""
    result = {"content": [{"type": "text", "text": text}], **({"isError": True} if is_error else {})}
    return Reply.of_json({"jsonrpc": "2.0", "id": 1, "result": result})


def rpc_error(code: int, message: str) -> Reply:
    return Reply.of_json({"jsonrpc": "2.0", "id": 1, "error": {"code": code, "message": message}})
