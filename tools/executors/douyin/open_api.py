"""Douyin's open platform for one account; answers have two error fields. Pure.

Source: Video management, npm @open-dy/open_api_sdk 1.1.0

Source: developer.open-douyin.com/docs/resource/zh-CN/dop/develop/openapi/status-code
"""

from collections.abc import Mapping
from typing import Any

from tools.core.definitions import JsonObject
from tools.core.errors import ToolConfigurationError, ToolUpstreamError
from tools.core.text import Text
from tools.executors.contract.executor import Invocation
from tools.executors.douyin.account import HOST
from tools.executors.shared.error_codes import BUSY, ErrorMeaning, bad_input, setup, unavailable
from tools.executors.shared.vendor_api import FormFile, VendorApi, whole_number
from tools.executors.signing.security import Security
from tools.outbound.client import OutboundResponse

TOKEN_REFUSED = frozenset({10008, 2190002, 2190008, 28001008})
_AUTHORISE = setup(Text("The consent has ended. Under Settings, Credentials, the owner of the account can connect it."))
_SCOPE = setup(
    Text(
        "A permission is missing. Apply for video.create.bind (to publish) or video.list.bind and "
        "video.data.bind (to read) in the console, then connect the account again."
    )
)
_BAD = bad_input(Text("A value is invalid. Check the arguments."))
_QUOTA = setup(Text("The quota for this call is used up. Try again tomorrow."))
_BANNED = setup(Text("Douyin does not allow this account to do that."))
REFUSALS: Mapping[int, ErrorMeaning] = {
    **dict.fromkeys((*TOKEN_REFUSED, 28001015), _AUTHORISE),
    **dict.fromkeys((10004, 2190004, 28001012, 28001018), _SCOPE),
    **dict.fromkeys((10005, 2100005, 28001007), _BAD),
    **dict.fromkeys((2190001, 28003017, 2114007), _QUOTA),
    28003018: unavailable(Text("Too many calls. Try again later.")),
    **dict.fromkeys((2100004, 28001005, 28001006), BUSY),
    **dict.fromkeys((2100007, 2100009), _BANNED),
}  # fmt: skip


_NO_ACCOUNT = Text("Choose a connected Douyin account. This credential is something else.")


class DouyinApi(VendorApi):
    """Calls the platform for the account that signs the call."""

    title = Text("Douyin")
    refusals = REFUSALS

    def __init__(self, invocation: Invocation) -> None:
        security = Security(kind="header", name="access-token")
        super().__init__(HOST, invocation, security=security, is_refused=_is_refused)
        credential = invocation.runtime.credentials.open(invocation.signer) if invocation.signer else None
        self._open_id = str(credential.values.get("account_id", "")) if credential else ""

    def call(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, str] | None = None,
        json: object = None,
        files: tuple[FormFile, ...] = (),
    ) -> JsonObject:
        """Return `data` of a successful answer.

        Raises ToolError if the call was refused; `details["vendorCode"]` holds Douyin's code.
        """
        if not self._open_id:
            raise ToolConfigurationError(_NO_ACCOUNT)
        named = {"open_id": self._open_id, **(query or {})}
        response = self.send(method, f"/api/douyin/v1/video/{path}/", query=named, json=json, files=files)
        self.check_busy(response)
        reply = self.object_of(response)
        code, words = _error(reply)
        if code != 0:
            raise self.refused(code, words)
        return _data(reply)


def _is_refused(response: OutboundResponse) -> bool:
    """Return whether the token has expired: Douyin reports it with status 200."""
    try:
        return _error(response.json())[0] in TOKEN_REFUSED
    except ToolUpstreamError:
        return False


def _data(reply: JsonObject) -> JsonObject:
    data = reply.get("data")
    return data if isinstance(data, dict) else {}


def _error(reply: JsonObject) -> tuple[int, Any]:
    """Return the first code that is not zero, with its words; services name them in three places."""
    extra = reply.get("extra")
    places = (
        (reply, "err_no", "err_msg"),
        (_data(reply), "error_code", "description"),
        (extra if isinstance(extra, dict) else {}, "error_code", "description"),
    )
    for place, code_name, words_name in places:
        if code := whole_number(place.get(code_name) or 0, -1):
            return code, place.get(words_name)
    return (-1, reply.get("message")) if reply.get("message") == "error" else (0, "")
