"""Maps OpenAI and Anthropic SDK exceptions to our error classes.

Both SDKs use the same names, so exceptions are recognized by attributes; importing an SDK for its classes costs a
second.

Source: OpenAI SDK (`retry-after-ms`); RFC 9110 (`Retry-After`); google.rpc.RetryInfo in the details of Google's errors.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from agents.core.errors import AgentError, ProviderError
from agents.providers.connection import Connection
from agents.providers.failures import FailureKind, failure
from agents.providers.http_errors import Refusal, error_for
from tools.core.call.retry_after import seconds_of
from tools.core.definitions import JsonObject

_RETRY_INFO = "google.rpc.RetryInfo"
_DURATION = re.compile(r"(\d{1,6}(?:\.\d{1,9})?)s", re.ASCII)
_MOST_DETAILS = 20


def wait_hint_s(headers: Mapping[str, str], error: Mapping[str, Any]) -> float | None:
    """Return the requested wait in seconds from response headers or the error object, or None."""
    in_ms = seconds_of(headers.get("retry-after-ms", ""))
    if in_ms is not None:
        return in_ms / 1000
    named = seconds_of(headers.get("retry-after", ""))
    return _retry_info_s(error.get("details")) if named is None else named


def _retry_info_s(details: Any) -> float | None:
    for detail in details[:_MOST_DETAILS] if isinstance(details, list) else ():
        match detail:
            case {"@type": str(kind), "retryDelay": str(delay)} if kind.endswith(_RETRY_INFO):
                found = _DURATION.fullmatch(delay)
                return float(found[1]) if found else None
    return None


STATUS_OF_KIND: Mapping[str, int] = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "rate_limit_error": 429,
    "rate_limit_exceeded": 429,
    "api_error": 500,
    "server_error": 500,
    "timeout_error": 504,
    "overloaded_error": 529,
    # MiniMax: codes of `base_resp`.
    "1002": 429,
    "1004": 401,
    "1008": 402,
    "2013": 400,
}
"""Statuses of errors that come inside a stream, after an HTTP 200."""

_MESSAGE_FIELDS = ("message", "error", "msg", "detail", "error_msg", "error_message", "status_msg")
"""Keys of services' own messages."""
_WRAPPERS = ("error", "base_resp", "detail")
"""Keys around error objects. Source: OpenAI, MiniMax, FastAPI."""
_MOST_WRAPPERS = 4
_UNREADABLE = (ValueError, RecursionError)
"""No JSON, or nested too deeply for the parser of the SDKs."""
_KIND_OF_CLASS: Mapping[str, FailureKind] = {
    "ClientProxyConnectionError": "proxy",
    "ClientHttpProxyError": "proxy_refused",
    "ClientConnectorDNSError": "unknown_host",
    "ClientConnectorCertificateError": "certificate",
    "ClientConnectorSSLError": "certificate",
}
"""Actionable aiohttp errors."""
_SDK_PACKAGES = ("openai", "anthropic", "httpx2", "aiohttp")


def provider_error(error: Exception, connection: Connection, *, opened: bool = False) -> Exception:
    """Return the error to raise instead; our own bugs are unchanged. `opened`: the service had begun its answer."""
    if isinstance(error, AgentError):
        return error
    if getattr(error, "body", None) is not None or hasattr(error, "status_code"):
        return _reported_error(error, connection)
    if type(error).__module__.partition(".")[0] not in _SDK_PACKAGES and not isinstance(error, _UNREADABLE):
        return error
    return _silent_error(error, connection, opened=opened)


def _reported_error(cause: Exception, connection: Connection) -> ProviderError:
    if 300 <= getattr(cause, "status_code", 0) < 400:
        # No redirect is followed: the address leads elsewhere.
        return failure("form", connection.title)
    body = getattr(cause, "body", None)
    fields = error_fields(body)
    kinds = [str(fields[name]) for name in ("type", "code", "status_code") if fields.get(name)]
    message = next(
        (fields[name] for name in _MESSAGE_FIELDS if fields.get(name)), body if isinstance(body, str) else ""
    )
    response = getattr(cause, "response", None)
    refusal = Refusal(
        status=_status(cause, kinds),
        service=connection.title,
        kind=" ".join(kinds),
        message=message if isinstance(message, str) else "",
        retry_after_s=wait_hint_s({} if response is None else response.headers, fields),
        secret=connection.api_key,
    )
    return error_for(refusal)


def error_fields(body: Any) -> JsonObject:
    """Return the object that describes an error: services put it into a list, `error` or `base_resp`."""
    found = body
    for _ in range(_MOST_WRAPPERS):
        if isinstance(found, list) and found:
            found = found[0]
        elif isinstance(found, dict) and (
            inner := next((found[name] for name in _WRAPPERS if _holds(found, name)), None)
        ):
            found = inner
        else:
            break
    return found if isinstance(found, dict) else {}


def _holds(found: JsonObject, name: str) -> bool:
    return isinstance(found.get(name), dict | list)


def _status(cause: Exception, kinds: list[str]) -> int:
    status = getattr(cause, "status_code", 200)
    if status >= 400:
        return int(status)
    for kind in kinds:
        if kind in STATUS_OF_KIND:
            return STATUS_OF_KIND[kind]
        if kind.isdigit() and 400 <= int(kind) < 600:
            return int(kind)
    return 500


def _silent_error(cause: Exception, connection: Connection, *, opened: bool) -> ProviderError:
    """Translate a failed connection, or an answer that is not of the right form."""
    if opened:
        return failure("stream", connection.title)
    if "Timeout" in type(cause).__name__:
        return failure("timeout", connection.title)
    if isinstance(cause, _UNREADABLE):
        return failure("form", connection.title)
    kinds = [kind for link in _chain(cause) if (kind := _KIND_OF_CLASS.get(type(link).__name__))]
    return failure(kinds[-1] if kinds else "unreachable", connection.title, address=connection.base_url)


def _chain(error: BaseException) -> Iterator[BaseException]:
    """Yield an error and what caused it; an SDK wraps the one that knows more."""
    found: BaseException | None = error
    while found is not None:
        yield found
        found = found.__cause__
