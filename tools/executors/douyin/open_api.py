"""Douyin's open platform on behalf of one person: tokens that are renewed, answers with two error fields. Pure.

Source:
    Account authorisation, developer.open-douyin.com/docs/resource/zh-CN/dop/develop/openapi/account-permission
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tools.core.definitions import JsonObject
from tools.core.errors import ToolConfigurationError, ToolError
from tools.core.grant_port import Grant
from tools.core.text import Text
from tools.core.token_port import IssuedToken, credential_key
from tools.executors.contract.executor import Invocation
from tools.executors.douyin.refusals import REFUSALS, TOKEN_REFUSED
from tools.executors.shared.vendor_api import UNKNOWN, FormFile, VendorApi, VendorSession, whole_number

_TITLE = Text("Douyin")
HOST = "https://open.douyin.com"
_RENEW_BEFORE_S = 5 * 24 * 3600
_TURN_S = 30.0
_NOT_AUTHORISED = Text(
    "The app is not authorised yet. Enter the authorisation code, or a refresh token with its open ID."
)


@dataclass(frozen=True, slots=True)
class Authorisation:
    """What a person filled in."""

    client_key: str
    client_secret: str = field(repr=False)
    code: str = field(default="", repr=False)
    """Good for one exchange, soon after it was given."""
    refresh_token: str = field(default="", repr=False)
    open_id: str = ""


class DouyinApi(VendorSession):
    """Calls the platform for one person.

    Args:
        authorisation: who, through which app.
        invocation: the attempt.
    """

    def __init__(self, authorisation: Authorisation, invocation: Invocation) -> None:
        super().__init__(VendorApi(_TITLE, HOST, invocation))
        self._authorisation = authorisation
        given = authorisation.code or authorisation.refresh_token
        self._key = credential_key("douyin", authorisation.client_key, authorisation.client_secret, given)

    def call(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, str] | None = None,
        json: object = None,
        files: tuple[FormFile, ...] = (),
    ) -> JsonObject:
        """Return `data` of a successful answer; a refused token is refreshed once.

        Raises:
            ToolError: the call was refused; `details["vendorCode"]` holds Douyin's code.
        """
        refreshed = False
        while True:
            grant = self._grant()
            token = self._api.runtime.tokens.get(self._key, self._fetch_token)
            self._api.hide(token)
            self._api.hide(grant.refresh_token)
            response = self._api.send(
                method,
                f"/api/douyin/v1/video/{path}/",
                query={"open_id": grant.account, **(query or {})},
                headers={"access-token": token},
                json=json,
                files=files,
            )
            self._api.check_busy(response)
            reply = self._api.object_of(response)
            code, words = _error(reply)
            if code == 0:
                return _data(reply)
            if code not in TOKEN_REFUSED or refreshed:
                raise self._api.refused(code, words, REFUSALS.get(code, UNKNOWN))
            self._api.runtime.tokens.forget(self._key, token)
            refreshed = True

    def _grant(self) -> Grant:
        """Return the kept authorisation; the first call exchanges the code, once."""
        grants, mutex = self._api.runtime.grants, self._api.runtime.mutex
        if kept := grants.load(self._key):
            return kept
        with mutex.held(f"douyin:{self._key}", wait_s=min(_TURN_S, self.left_s), hold_s=_TURN_S):
            kept = grants.load(self._key) or self._first_grant()
            grants.save(self._key, kept)
            return kept

    def _first_grant(self) -> Grant:
        if self._authorisation.refresh_token and self._authorisation.open_id:
            return Grant(self._authorisation.open_id, self._authorisation.refresh_token)
        if not self._authorisation.code:
            raise ToolConfigurationError(_NOT_AUTHORISED)
        data = self._oauth(
            "access_token",
            client_key=self._authorisation.client_key,
            client_secret=self._authorisation.client_secret,
            code=self._authorisation.code,
            grant_type="authorization_code",
        )
        ends_at = self._now() + whole_number(data.get("refresh_expires_in"))
        return Grant(str(data.get("open_id")), str(data.get("refresh_token")), ends_at)

    def _fetch_token(self) -> IssuedToken:
        grant = self._renewed(self._grant())
        data = self._oauth(
            "refresh_token",
            client_key=self._authorisation.client_key,
            grant_type="refresh_token",
            refresh_token=grant.refresh_token,
        )
        token = str(data.get("access_token") or "")
        if not token:
            raise self._api.refused("no token", "", UNKNOWN)
        if not grant.refresh_ends_at and data.get("refresh_expires_in"):
            ends_at = self._now() + whole_number(data["refresh_expires_in"])
            self._api.runtime.grants.save(self._key, replace(grant, refresh_ends_at=ends_at))
        return IssuedToken(token, float(whole_number(data.get("expires_in"))))

    def _renewed(self, grant: Grant) -> Grant:
        """Replace a refresh token that ends soon; apps without that permission go on with the old one."""
        if not grant.refresh_ends_at or grant.refresh_ends_at - self._now() > _RENEW_BEFORE_S:
            return grant
        try:
            data = self._oauth(
                "renew_refresh_token", client_key=self._authorisation.client_key, refresh_token=grant.refresh_token
            )
        except ToolError:
            return grant
        ends_at = self._now() + whole_number(data.get("expires_in"))
        renewed = replace(grant, refresh_token=str(data.get("refresh_token")), refresh_ends_at=ends_at)
        self._api.runtime.grants.save(self._key, renewed)
        return renewed

    def _oauth(self, call: str, **form: str) -> JsonObject:
        for name in ("refresh_token", "code"):
            if form.get(name):
                self._api.hide(form[name])
        response = self._api.send("POST", f"/oauth/{call}/", form=form)
        self._api.check_busy(response)
        reply = self._api.object_of(response)
        code, words = _error(reply)
        if code != 0:
            raise self._api.refused(code, words, REFUSALS.get(code, UNKNOWN))
        return _data(reply)

    def _now(self) -> float:
        return self._api.runtime.now().timestamp()


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
