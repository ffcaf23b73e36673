"""Parses service answers: tokens and codes in several spellings, refusals also with status 200."""

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, ClassVar

from tools.core.errors import ToolError, ToolRateLimitedError, ToolUnavailableError, ToolUpstreamError
from tools.core.text import Text
from tools.outbound.client import OutboundResponse

_LONGEST_WORDS = 300
"""Characters of a service's own words that are shown."""
_NO_TOKEN = Text("The service sent no access token. Check the app's settings at the service.")
_REFUSED, _TOO_MANY, _SERVER = 400, 429, 500
_SHORT_WAIT_S = 60.0
_MOST_SECONDS = 10 * 365 * 24 * 3600
_LONGEST_CODE, _LONGEST_ADDRESS = 100, 2000
_ADDRESS = re.compile(r"https?://[^\s/]\S*")
_INTERVAL_S, _LONGEST_INTERVAL_S = 5, 300
_CODE_LIFE_S, _LONGEST_CODE_LIFE_S = 15 * 60.0, 3600.0


class OauthError(ToolError):
    """Refusal by a service or person; `error` is the code such as `invalid_grant`, `words` the service's sentence."""

    code = "oauth_refused"
    tool_code: ClassVar[int] = 5001
    http_status: ClassVar[int] = 400

    def __init__(self, error: str, words: str = "") -> None:
        self.error = error[:_LONGEST_WORDS]
        super().__init__(_sentence(self.error, words[:_LONGEST_WORDS]), details={"error": self.error})


@dataclass(frozen=True, slots=True)
class Tokens:
    access_token: str = field(repr=False)
    refresh_token: str = field(repr=False)
    """Empty: the one before stays good, or there is none."""
    expires_at: float | None
    """Seconds since the epoch; None when the service names no end."""
    scopes: tuple[str, ...] | None
    """Granted scopes; None: as requested."""
    account_id: str = ""
    """Account id, for services that need it with each request."""


@dataclass(frozen=True, slots=True)
class DeviceCode:
    """A code that a person types in on any device, and the one that is asked with meanwhile (RFC 8628 section 3.2)."""

    device_code: str = field(repr=False)
    user_code: str
    address: str
    """Address to enter it at."""
    address_with_code: str
    """The same with the code in it; empty where the service has none."""
    expires_at: float
    """Seconds since the epoch."""
    interval_s: int
    """Shortest time between two questions."""


def read_tokens(answer: OutboundResponse) -> Tokens:
    """Parse a token answer.

    Raises:
        OauthError: the service refuses.
        ToolUnavailableError: faulty or busy; stored tokens stay valid.
        ToolUpstreamError: any other answer.
    """
    found = _sent(answer)
    if answer.status >= _REFUSED:
        # Whatever it holds beside its error.
        raise _refusal(found, _NO_TOKEN)
    inner = next((found[name] for name in ("data", "authed_user") if _has_token(found.get(name))), found)
    if not _has_token(found) and _has_token(inner):
        found = inner
    if not _has_token(found):
        raise _refusal(found, _NO_TOKEN)
    scope = found.get("scope")
    return Tokens(
        access_token=_token(found),
        refresh_token=_text(found, "refresh_token", "refreshToken"),
        expires_at=_end(found),
        scopes=tuple(scope.replace(",", " ").split()) if isinstance(scope, str) and scope.strip() else None,
        account_id=_text(found, "open_id"),
    )


def read_refresh_token(answer: OutboundResponse) -> str:
    """Return the refresh token of an answer without others. Raises OauthError or ToolError, as `read_tokens`."""
    found = _sent(answer)
    inner = found.get("data")
    if token := _text(inner if isinstance(inner, Mapping) else found, "refresh_token"):
        return token
    raise _refusal(found, Text("The service sent no refresh token. Check the app's settings at the service."))


def read_device_code(answer: OutboundResponse) -> DeviceCode:
    """Parse a device code answer. Raises OauthError or ToolError, as `read_tokens`."""
    found = _sent(answer)
    inner = found.get("data")
    found = inner if isinstance(inner, Mapping) and "device_code" in inner else found
    device_code, user_code = _text(found, "device_code"), _text(found, "user_code")
    # Google has used the second name since before the RFC.
    address = _address(found, "verification_uri") or _address(found, "verification_url")
    if not device_code or not 0 < len(user_code) <= _LONGEST_CODE or not address:
        raise _refusal(
            found, Text("The service sent no code for another device. Check the app's settings at the service.")
        )
    interval_s, life_s = _seconds(found, "interval"), _seconds(found, "expires_in")
    return DeviceCode(
        device_code,
        user_code,
        address,
        _address(found, "verification_uri_complete"),
        time.time() + (_CODE_LIFE_S if life_s is None else min(life_s, _LONGEST_CODE_LIFE_S)),
        _INTERVAL_S if interval_s is None else min(max(round(interval_s), 1), _LONGEST_INTERVAL_S),
    )


def _sent(answer: OutboundResponse) -> Mapping[str, Any]:
    if answer.status == _TOO_MANY:
        raise ToolRateLimitedError(
            Text("The service wants no more requests for now. Try again later."),
            retry_after_s=answer.wait_s() or _SHORT_WAIT_S,
        )
    if answer.status >= _SERVER:
        raise ToolUnavailableError(Text("The service returned status {status}. Try again later.", status=answer.status))
    return answer.json()


def _refusal(found: Mapping[str, Any], nothing: Text) -> ToolError:
    inner = found.get("data")
    if isinstance(inner, Mapping) and inner.get("error_code"):
        found = inner
    error = _first(found, "error", "code", "errcode", "error_code")
    if not error:
        return ToolUpstreamError(nothing)
    return OauthError(error, _first(found, "error_description", "message", "msg", "errmsg", "description"))


def _first(found: Mapping[str, Any], *names: str) -> str:
    return next((str(found[name]) for name in names if found.get(name)), "")


def _address(found: Mapping[str, Any], name: str) -> str:
    """Return an address that people are sent to; no other scheme may reach a link."""
    address = _text(found, name)
    return address if len(address) <= _LONGEST_ADDRESS and _ADDRESS.fullmatch(address) else ""


def _has_token(found: Any) -> bool:
    return isinstance(found, Mapping) and bool(_token(found))


def _token(found: Mapping[str, Any]) -> str:
    return _text(found, "access_token", "accessToken", "tenant_access_token")


def _text(found: Mapping[str, Any], *names: str) -> str:
    return next((value for name in names if isinstance(value := found.get(name), str)), "")


def _end(found: Mapping[str, Any]) -> float | None:
    """Numbers also come as texts; the end counts from now, since services count from their sending."""
    seconds = _seconds(found, "expires_in", "expireIn", "expiresIn", "expire")
    return None if seconds is None else time.time() + seconds


def _seconds(found: Mapping[str, Any], *names: str) -> float | None:
    for name in names:
        try:
            seconds = float(found[name])
        except (KeyError, TypeError, ValueError):
            continue
        if isfinite(seconds):
            return min(max(seconds, 0.0), _MOST_SECONDS)
    return None


def _sentence(error: str, words: str) -> Text:
    match error:
        case "access_denied":
            return Text("You refused, or an administrator does not allow it. Nothing was connected.")
        case "invalid_client":
            return Text("Client ID or client secret is wrong or has expired.")
        case "invalid_grant":
            return Text("The consent has ended: revoked, expired, or used twice. Connect the account again.")
        case "expired_token":
            return Text("Nobody entered the code in time. Connect the account again.")
        case "invalid_scope":
            return Text("The app at this service may not ask for one of these permissions. Check its settings there.")
        case "unauthorized_client" | "unsupported_response_type" | "unsupported_grant_type":
            return Text("The app at this service is not set up for this way of connecting.")
        case "redirect_uri_mismatch":
            return Text("Register the callback address at the service exactly as it is shown here.")
        case "server_error" | "temporarily_unavailable":
            return Text("The service has a fault. Try again later.")
    return Text("The service refused: {words}", words=words or error)
