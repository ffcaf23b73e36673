"""Reads a model service's requested wait, wherever it is given. Pure.

Source: OpenAI SDK (`retry-after-ms`); RFC 9110 (`Retry-After`); google.rpc.RetryInfo in the details of Google's errors.
"""

import re
from collections.abc import Mapping
from typing import Any

from tools.core.retry_after import seconds_of

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
