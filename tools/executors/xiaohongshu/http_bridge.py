"""The HTTP interface of the xiaohongshu-mcp bridge. Pure."""

from collections.abc import Mapping
from typing import Any

from tools.core.definitions import JsonObject
from tools.executors.shared.error_codes import BUSY
from tools.executors.xiaohongshu.bridge import BAD, UNAUTHORIZED, Bridge, Operation

_ROUTES: Mapping[Operation, tuple[str, str]] = {
    "check_login_status": ("GET", "login/status"),
    "publish_content": ("POST", "publish"),
    "publish_with_video": ("POST", "publish_video"),
    "list_feeds": ("GET", "feeds/list"),
    "search_feeds": ("POST", "feeds/search"),
    "get_feed_detail": ("POST", "feeds/detail"),
    "get_my_profile": ("GET", "user/me"),
    "post_comment_to_feed": ("POST", "feeds/comment"),
}


class HttpBridge(Bridge):
    """One route an operation; errors have codes, which the details of a refusal keep as `vendorCode`."""

    refusals = {
        "UNAUTHORIZED": UNAUTHORIZED,
        "INVALID_REQUEST": BAD,
        "MISSING_KEYWORD": BAD,
        "STATUS_CHECK_FAILED": BUSY,
    }

    def call(self, operation: Operation, **arguments: object) -> JsonObject:
        method, path = _ROUTES[operation]
        is_read = method == "GET"
        response = self.send(
            method,
            f"/api/v1/{path}",
            query={name: str(value) for name, value in arguments.items()} if is_read else None,
            headers=self._headers,
            json=None if is_read else arguments,
        )
        reply = self.object_of(response)
        if response.status == 200 and reply.get("success") is True:
            data: Any = reply.get("data")
            return data if isinstance(data, dict) else {}
        code = str(reply.get("code") or "")
        if not code:
            self.check_busy(response)
        raise self.refused(code or response.status, reply.get("error"))

    def login(self) -> JsonObject:
        data = self.call("check_login_status")
        return {"is_logged_in": bool(data.get("is_logged_in")), "username": data.get("username") or ""}
