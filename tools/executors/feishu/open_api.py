"""Feishu's open API: tenant tokens, answer envelope, waits. Pure.

Source: Tenant access token and call guide, open.feishu.cn/document/server-docs
"""

from collections.abc import Mapping
from typing import Any

from tools.core.definitions import JsonObject
from tools.core.registered.tokens import IssuedToken, credential_key
from tools.core.text import Text
from tools.executors.contract.executor import Invocation
from tools.executors.feishu.account import HOSTS, TOKEN_PATH, Region
from tools.executors.feishu.refusals import REFUSALS, SCOPE_MISSING, TOKEN_REFUSED, WAITS_S
from tools.executors.shared.vendor_api import VendorApi
from tools.outbound.client import OutboundResponse

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
