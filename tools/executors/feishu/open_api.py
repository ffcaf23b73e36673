"""Feishu's open API: tenant tokens, answer envelope, waits, error codes. Pure.

Source: Tenant access token, call guide, generic error codes, Bitable reference, open.feishu.cn/document/server-docs
"""

from collections.abc import Mapping
from typing import Any

from tools.core.definitions import JsonObject
from tools.core.registered.tokens import IssuedToken, credential_key
from tools.core.text import Text
from tools.executors.contract.executor import Invocation
from tools.executors.feishu.account import HOSTS, TOKEN_PATH, Region
from tools.executors.shared.error_codes import BUSY, ErrorMeaning, bad_input, setup
from tools.executors.shared.vendor_api import VendorApi
from tools.outbound.client import OutboundResponse

TOKEN_REFUSED = frozenset({99991661, 99991663, 99991664, 99991665})
"""The token is not valid any more: a new one may help."""
NO_SUCH_RECORD = 1254043
SCOPE_MISSING = frozenset({99991672, 99991679})
WAITS_S: Mapping[int, float] = {99991400: 1.0, 1254290: 1.0, 1254291: 0.5, 1254607: 1.0, 1254036: 2.0}
"""Codes of calls that were not carried out and may be sent again, and the first pause before that."""
REFUSALS: Mapping[int, ErrorMeaning] = {
    **dict.fromkeys((*TOKEN_REFUSED, 10003, 10015), setup(Text("Check the app ID and the app secret."))),
    **dict.fromkeys(SCOPE_MISSING, setup(Text("The app lacks a permission. Add it and publish the app again."))),
    **dict.fromkeys((*WAITS_S, *range(1255001, 1255006), 1255040), BUSY),
    10014: setup(Text("The app is disabled. Publish it in the developer console.")),
    99991401: setup(Text("Add this server's IP address to the app's allow list.")),
    99991403: setup(Text("The tenant's monthly API quota is used up. Raise it, or wait for the next month.")),
    **dict.fromkeys(range(1254000, 1254011), bad_input(Text("An ID or the format of the request is wrong."))),
    **dict.fromkeys(
        (1254015, *range(1254060, 1254075)),
        bad_input(Text("A value does not match the type of its field. “List the fields” shows the types.")),
    ),
    1254016: bad_input(Text("The sort is malformed. Check its fields.")),
    1254018: bad_input(Text("The filter is malformed. Check its fields and operators.")),
    1254024: bad_input(Text("The field names are malformed. “List the fields” shows the names.")),
    1254030: bad_input(Text("The response is too large. Request a smaller page.")),
    1254040: bad_input(Text("This base does not exist. Check the app token.")),
    1254041: bad_input(Text("This table does not exist. Check the table ID.")),
    1254042: bad_input(Text("This view does not exist. Check the view ID.")),
    NO_SUCH_RECORD: bad_input(Text("This record does not exist. Check the record ID.")),
    1254044: bad_input(Text("This field ID does not exist. “List the fields” shows the IDs.")),
    1254045: bad_input(Text("There is no field with this name. “List the fields” shows the names.")),
    **dict.fromkeys(
        range(1254100, 1254107),
        bad_input(Text("This base has reached one of its limits. Delete what is no longer needed.")),
    ),
    1254107: bad_input(Text("The filter is too long. Use fewer conditions.")),
    1254130: bad_input(Text("A value is too long for one cell. Shorten it.")),
    1254302: setup(Text("Add the app to the base (… > More > Add document app) with permission to edit.")),
    1254303: bad_input(Text("The attachment does not belong to this base. Upload it to the base first.")),
    **dict.fromkeys((1254304, 1254306), setup(Text("This base's plan does not allow it. Ask the base's owner."))),
    1254608: bad_input(Text("The same request was sent twice. It counts once.")),
    1255006: bad_input(Text("Another write has already used this call's idempotency key.")),
}
_MAX_WAITS = 3


class FeishuApi(VendorApi):
    """Calls the API for one app; `region` is Feishu in China, or Lark."""

    title = Text("Feishu")
    refusals = REFUSALS

    def __init__(self, region: Region, app_id: str, app_secret: str, invocation: Invocation) -> None:
        host = HOSTS[region]
        super().__init__(host, invocation)
        self._app = {"app_id": app_id, "app_secret": app_secret}
        self._token_key = credential_key("feishu", host, app_id, app_secret)

    def call(
        self, method: str, path: str, *, query: Mapping[str, str] | None = None, json: object = None
    ) -> JsonObject:
        """Return `data` of a successful answer; a refused token is renewed once, a busy service waited for.

        Raises ToolError with the remedy if the call was refused.
        """
        waits, renewed = 0, False
        while True:
            token = self.runtime.tokens.get(self._token_key, self._fetch_token)
            self.hide(token)
            headers = {"Authorization": f"Bearer {token}"}
            response = self.send(method, f"/open-apis{path}", query=query, headers=headers, json=json)
            reply = self.object_of(response)
            code = _code(reply)
            if code == 0:
                data = reply.get("data")
                return data if isinstance(data, dict) else {}
            if code in TOKEN_REFUSED and not renewed:
                self.runtime.tokens.forget(self._token_key, token)
                renewed = True
                continue
            wait_s = _wait_s(code, response, waits)
            if wait_s is None or waits == _MAX_WAITS or not self.wait(wait_s):
                raise self._refused(code, reply, response, wait_s)
            waits += 1

    def _fetch_token(self) -> IssuedToken:
        response = self.send("POST", TOKEN_PATH, json=self._app)
        reply = self.object_of(response)
        code, token = _code(reply), reply.get("tenant_access_token")
        if code != 0 or not isinstance(token, str) or not token:
            raise self._refused(code, reply, response, None)
        return IssuedToken(token, float(reply.get("expire") or 0))

    def _refused(self, code: int, reply: JsonObject, response: OutboundResponse, wait_s: float | None) -> Exception:
        if code == -1:
            self.check_busy(response)
        more = _missing_scopes(reply) if code in SCOPE_MISSING else None
        return self.refused(code, reply.get("msg"), more=more, wait_s=wait_s)


def _code(reply: JsonObject) -> int:
    code = reply.get("code")
    return code if isinstance(code, int) else -1


def _wait_s(code: int, response: OutboundResponse, waits: int) -> float | None:
    first_s = WAITS_S.get(code)
    if first_s is None:
        return None
    return response.wait_s("x-ogw-ratelimit-reset") or first_s * 2**waits


def _missing_scopes(reply: JsonObject) -> Text | None:
    error: Any = reply.get("error")
    found = error.get("permission_violations") if isinstance(error, dict) else None
    names = [str(one.get("scope") or one.get("subject") or "") for one in found or [] if isinstance(one, dict)]
    listed = ", ".join(name for name in names if name)[:300]
    return Text("Missing: {listed}.", listed=listed) if listed else None
