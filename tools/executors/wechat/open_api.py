"""WeChat Official Accounts API: stable tokens, error codes. Pure.

Source: Stable access token and return codes, developers.weixin.qq.com/doc/service/api
"""

import re
from collections.abc import Mapping

from tools.core.definitions import JsonObject
from tools.core.registered.tokens import IssuedToken, credential_key
from tools.core.text import Text
from tools.executors.contract.executor import Invocation
from tools.executors.shared.error_codes import BUSY, ErrorMeaning, bad_input, setup, unavailable
from tools.executors.shared.vendor_api import FormFile, VendorApi

HOST = "https://api.weixin.qq.com"
_TOKEN_REFUSED = frozenset({40001, 40014, 42001})
PUBLISH_NOT_ALLOWED = 48001
_IP = re.compile(r"\b\d{1,3}(?:\.\d{1,3}){3}\b|\b[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}\b", re.IGNORECASE)
_MINUTE_S = 60.0


_REFUSALS: Mapping[int, ErrorMeaning] = {
    -1: BUSY,
    **dict.fromkeys((*_TOKEN_REFUSED, 40125, 41004), setup(Text("Check the app secret."))),
    40013: setup(Text("Check the app ID.")),
    40164: setup(Text("Add this server's IP address to the account's IP allow list.")),
    40007: bad_input(Text("This media or draft ID does not exist. Check it.")),
    **dict.fromkeys(
        (40004, 40005, 40006, 40009, 40137, 45001), bad_input(Text("Use a PNG, JPEG or GIF image of at most 10 MB."))
    ),
    45002: bad_input(Text("The content is too long. Shorten it.")),
    45003: bad_input(Text("The title is too long. Shorten it.")),
    45004: bad_input(Text("The digest is too long. Shorten it.")),
    45005: bad_input(Text("The source URL is too long. Shorten it.")),
    45008: bad_input(Text("There are too many articles. Send fewer.")),
    45009: setup(Text("The daily quota for this call is used up. Try again tomorrow.")),
    45011: unavailable(Text("Too many calls per minute. Try again later.")),
    PUBLISH_NOT_ALLOWED: setup(
        Text("This account may not use the call: personal and unverified accounts cannot publish through the API."),
    ),
    **dict.fromkeys((53503, 53504, 53505), setup(Text("Open the draft in WeChat's console and publish it there."))),
}


class WechatApi(VendorApi):
    """Calls the API for one account."""

    title = Text("WeChat")
    refusals = _REFUSALS

    def __init__(self, app_id: str, app_secret: str, invocation: Invocation) -> None:
        super().__init__(HOST, invocation)
        self._app = {"appid": app_id, "secret": app_secret}
        self._token_key = credential_key("wechat", app_id, app_secret)

    def call(
        self,
        path: str,
        json: object = None,
        *,
        query: Mapping[str, str] | None = None,
        files: tuple[FormFile, ...] = (),
    ) -> JsonObject:
        """Return a successful answer; a refused token is renewed once.

        Raises ToolError if the call was refused; `details["vendorCode"]` holds WeChat's code.
        """
        renewed = False
        while True:
            token = self.runtime.tokens.get(self._token_key, self._fetch_token)
            self.hide(token)
            reply = self._exchange(path, json, {**(query or {}), "access_token": token}, files)
            code = _code(reply)
            if code == 0:
                return reply
            if code not in _TOKEN_REFUSED or renewed:
                raise self._refused(code, reply)
            self.runtime.tokens.forget(self._token_key, token)
            renewed = True

    def _fetch_token(self) -> IssuedToken:
        reply = self._exchange("/cgi-bin/stable_token", {"grant_type": "client_credential", **self._app}, {}, ())
        token = reply.get("access_token")
        if not isinstance(token, str) or not token:
            raise self._refused(_code(reply), reply)
        return IssuedToken(token, float(reply.get("expires_in") or 0))

    def _exchange(self, path: str, json: object, query: Mapping[str, str], files: tuple[FormFile, ...]) -> JsonObject:
        response = self.send("POST", path, query=query, json=json, files=files)
        self.check_busy(response)
        return self.object_of(response)

    def _refused(self, code: int, reply: JsonObject) -> Exception:
        words = str(reply.get("errmsg") or "")
        more = None
        if code == 40164 and (address := _IP.search(words)):
            more = Text("The IP address is {address}.", address=address[0])
        wait_s = _MINUTE_S if code == 45011 else None
        return self.refused(code, words, more=more, wait_s=wait_s)


def _code(reply: JsonObject) -> int:
    code = reply.get("errcode", 0)
    return code if isinstance(code, int) else -1
