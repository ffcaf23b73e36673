"""The xiaohongshu-mcp bridge, independent of its interface. Pure.

Source: github.com/xpzouying/xiaohongshu-mcp: routes.go, mcp_handlers.go, types.go, middleware.go, docs/API.md
"""

from abc import abstractmethod
from typing import Literal

from tools.core.definitions import JsonObject
from tools.core.errors import ToolConfigurationError, ToolUpstreamError
from tools.core.text import Text
from tools.executors.contract.executor import Invocation
from tools.executors.shared.error_codes import ErrorMeaning, bad_input, setup
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
