"""The xiaohongshu-mcp bridge by its two interfaces. Pure.

Source: github.com/xpzouying/xiaohongshu-mcp: routes.go, mcp_handlers.go, types.go, middleware.go, docs/API.md
"""

import re
from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, Literal

import orjson

from tools.core.definitions import JsonObject
from tools.core.errors import ToolConfigurationError, ToolUpstreamError
from tools.core.formats.json_text import parse_json
from tools.core.text import Text
from tools.executors.contract.executor import Invocation
from tools.executors.shared.error_codes import BUSY, ErrorMeaning, bad_input, setup
from tools.executors.shared.vendor_api import VendorApi

Operation = Literal[
    "check_login_status",
    "publish_content",
    "publish_with_video",
    "list_feeds",
    "search_feeds",
    "get_feed_detail",
    "get_my_profile",
    "post_comment_to_feed",
]
"""The bridge's tool names; both interfaces take the same arguments."""

_NOT_LOGGED_IN = Text(
    "The bridge is not logged in to Xiaohongshu. Scan its QR code (GET /api/v1/login/qrcode on the bridge)."
)
UNAUTHORIZED = setup(Text("Check the bridge's token."))
BAD = bad_input(Text("A value is missing or invalid."))
BROKE = ErrorMeaning(
    ToolUpstreamError, Text("The bridge's browser action failed. Check that it is still logged in, and see its log.")
)


class Bridge(VendorApi):
    """Calls one bridge, which drives one browser with one account; `token` may be empty."""

    title = Text("The Xiaohongshu bridge")
    unknown = BROKE

    def __init__(self, base_url: str, token: str, invocation: Invocation) -> None:
        super().__init__(base_url, invocation)
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}

    @abstractmethod
    def call(self, operation: Operation, **arguments: object) -> JsonObject:
        """Return the data of a successful answer. Raises ToolError if the call was refused."""

    @abstractmethod
    def login(self) -> JsonObject:
        """Return `is_logged_in` and `username`."""

    def check_login(self) -> None:
        """Check the login, since its failures have no code. Raises ToolConfigurationError if logged out."""
        if not self.login()["is_logged_in"]:
            raise ToolConfigurationError(_NOT_LOGGED_IN)


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


_HEADERS = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-06-18"}
_NO_MCP = setup(Text("Check the bridge URL: there is no MCP endpoint there."))
_STATUSES: Mapping[int, ErrorMeaning] = {401: UNAUTHORIZED, 404: _NO_MCP, 405: _NO_MCP}
_WORDS = (("缺少", BAD), ("检查登录状态失败", BUSY))
"""Failures of the bridge's tools are sentences, without codes."""
_USERNAME = re.compile(r"用户名[:：]\s*(\S+)")


class McpBridge(Bridge):
    """One tool an operation; answers are texts, which hold JSON where there is something to read.

    It is stateless, so each call is one request without a handshake.
    """

    refusals = {-32602: BAD, -32601: _NO_MCP}

    def call(self, operation: Operation, **arguments: object) -> JsonObject:
        """See `Bridge.call`; what is no JSON comes back as `status`, up to its details."""
        text = self._error_text(operation, arguments)
        try:
            found: Any = parse_json(text)
        except orjson.JSONDecodeError:
            found = None
        return found if isinstance(found, dict) else {"status": text.partition(":")[0].strip()}

    def login(self) -> JsonObject:
        text = self._error_text("check_login_status", {})
        name = _USERNAME.search(text)
        return {"is_logged_in": "已登录" in text, "username": name[1] if name else ""}

    def _error_text(self, operation: Operation, arguments: Mapping[str, object]) -> str:
        request = {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "tools/call",
            "params": {"name": operation, "arguments": arguments},
        }
        response = self.send("POST", "/mcp", headers={**_HEADERS, **self._headers}, json=request)
        self.check_busy(response)
        if refusal := _STATUSES.get(response.status):
            raise self.refused(response.status, None, refusal)
        reply = self.object_of(response)
        result = reply.get("result")
        if not isinstance(result, dict):
            error = reply.get("error")
            error = error if isinstance(error, dict) else {}
            code = error.get("code", response.status)
            raise self.refused(code, error.get("message"))
        text = _text_of(result)
        if result.get("isError"):
            raise self.refused(operation, text, next((one for word, one in _WORDS if word in text), None))
        return text


def _text_of(result: JsonObject) -> str:
    blocks = [block for block in result.get("content") or [] if isinstance(block, dict)]
    return "\n".join(str(block.get("text") or "") for block in blocks if block.get("type") == "text")
