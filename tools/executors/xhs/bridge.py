"""The HTTP interface of the xiaohongshu-mcp bridge. Pure.

Source:
    github.com/xpzouying/xiaohongshu-mcp: routes.go, types.go, middleware.go, docs/API.md
"""

from collections.abc import Mapping
from typing import Any

from tools.definitions import JsonObject, Text
from tools.errors import ToolArgumentsError, ToolConfigurationError, ToolUpstreamError
from tools.executors.base import Invocation
from tools.executors.vendor_api import BUSY, Refusal, VendorApi, VendorSession

_TITLE = Text("The Xiaohongshu bridge", "小红书桥接服务")
_NOT_LOGGED_IN = Text(
    "The bridge is not logged in to Xiaohongshu: scan its QR code (GET /api/v1/login/qrcode on the bridge).",
    "桥接服务尚未登录小红书：请扫描其二维码登录（桥接服务的 GET /api/v1/login/qrcode）。",
)
_BAD = Refusal(ToolArgumentsError, Text("A value is missing or not accepted.", "缺少参数或参数不正确。"))
_BROKE = Refusal(
    ToolUpstreamError,
    Text(
        "The bridge could not do it in its browser: see whether it is still logged in, and its log.",
        "桥接服务未能在浏览器中完成操作：请检查登录状态和桥接服务的日志。",
    ),
)
_REFUSALS: Mapping[str, Refusal] = {
    "UNAUTHORIZED": Refusal(ToolConfigurationError, Text("Check the bridge's token.", "请检查桥接服务的令牌。")),
    "INVALID_REQUEST": _BAD,
    "MISSING_KEYWORD": _BAD,
    "STATUS_CHECK_FAILED": BUSY,
}


class Bridge(VendorSession):
    """Calls one bridge; it drives one browser with one account.

    Args:
        base_url: where the bridge listens.
        token: what it was started with; may be empty.
        invocation: the attempt.
    """

    def __init__(self, base_url: str, token: str, invocation: Invocation) -> None:
        super().__init__(VendorApi(_TITLE, base_url, invocation))
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}

    def call(
        self, method: str, path: str, *, query: Mapping[str, str] | None = None, json: object = None
    ) -> JsonObject:
        """Return `data` of a successful answer.

        Raises:
            ToolError: the call was refused; `details["vendorCode"]` holds the bridge's code.
        """
        response = self._api.send(method, f"/api/v1/{path}", query=query, headers=self._headers, json=json)
        reply = self._api.object_of(response)
        if response.status == 200 and reply.get("success") is True:
            data: Any = reply.get("data")
            return data if isinstance(data, dict) else {}
        code = str(reply.get("code") or "")
        if not code:
            self._api.check_busy(response)
        raise self._api.refused(code or response.status, reply.get("error"), _REFUSALS.get(code, _BROKE))

    def check_login(self) -> None:
        """See to it that the account is logged in: failures for lack of it have no code of their own.

        Raises:
            ToolConfigurationError: it is not.
        """
        if not self.call("GET", "login/status").get("is_logged_in"):
            raise ToolConfigurationError(_NOT_LOGGED_IN)
