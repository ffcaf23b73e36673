"""Maps failed HTTP answers of model APIs to our errors with remedies. Pure."""

import re
from dataclasses import dataclass
from typing import Any

from agents.core.errors import ProviderError
from agents.providers.failures import FailureKind, failure

_QUOTA_WORDS = ("insufficient_quota", "billing", "arrearage", "insufficient balance", "exceeded_current_quota")
_AUTH_WORDS = ("invalid_api_key", "invalidapikey", "authentication_error")
_KEY_LIKE = re.compile(r"(?i)\b(?:sk|pk|key|ak|bearer)[-_ ][A-Za-z0-9_\-*.]{6,}")
MAX_QUOTE_CHARS = 300


@dataclass(frozen=True, slots=True)
class Refusal:
    status: int
    service: str
    """Shown name of the service."""
    kind: str = ""
    """The vendor's `type` and `code`, in any order."""
    message: str = ""
    """The vendor's own words; keys are taken out before they are shown."""
    retry_after_s: float | None = None
    secret: str = ""


def error_for(refusal: Refusal) -> ProviderError:
    """Choose the error and write its sentence."""
    details: dict[str, Any] = {"status": refusal.status, "kind": refusal.kind}
    if refusal.retry_after_s is not None:
        details["retry_after_s"] = refusal.retry_after_s
    kind = _kind_of(refusal)
    # The answer to a wrong key often repeats a part of it.
    vendor_message = "" if kind == "key" else _quotable(refusal)
    return failure(kind, refusal.service, vendor_message=vendor_message, details=details, status=refusal.status)


def _kind_of(refusal: Refusal) -> FailureKind:
    words = f"{refusal.kind} {refusal.message}".lower()
    if refusal.status == 402 or any(word in words for word in _QUOTA_WORDS):
        return "quota"
    if refusal.status == 401 or any(word in refusal.kind.lower() for word in _AUTH_WORDS):
        return "key"
    known: dict[int, FailureKind] = {403: "rights", 404: "unknown_model", 408: "timeout", 409: "server", 429: "rate"}
    return known.get(refusal.status, "server" if refusal.status >= 500 else "refused")


def _quotable(refusal: Refusal) -> str:
    text = refusal.message.strip()
    if refusal.secret:
        text = text.replace(refusal.secret, "…")
    return _KEY_LIKE.sub("…", text)[:MAX_QUOTE_CHARS]
