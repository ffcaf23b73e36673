"""From a failed HTTP answer of a model API to our error classes, with a sentence that says what to do. Pure."""

import re
from dataclasses import dataclass

from agents.errors import (
    ProviderAuthError,
    ProviderError,
    ProviderQuotaError,
    ProviderRateLimitError,
    ProviderRequestError,
    ProviderUnavailableError,
)

_QUOTA_WORDS = ("insufficient_quota", "billing", "arrearage", "insufficient balance", "exceeded_current_quota")
_AUTH_WORDS = ("invalid_api_key", "invalidapikey", "authentication_error")
_KEY_LIKE = re.compile(r"(?i)\b(?:sk|pk|key|ak|bearer)[-_ ][A-Za-z0-9_\-*.]{6,}")
MAX_QUOTE_CHARS = 300


@dataclass(frozen=True, slots=True)
class Failure:
    """What is known of a refused or failed call; `status` 0 means that the service could not be reached."""

    status: int
    service: str
    """Shown name of the service, first word of the sentence."""
    kind: str = ""
    """The vendor's `type` and `code`, in any order."""
    message: str = ""
    """The vendor's own words; keys are taken out before they are shown."""
    retry_after_s: float | None = None
    secret: str = ""


def error_for(failure: Failure) -> ProviderError:
    """Choose the error class and write its sentence."""
    service = failure.service
    details = {"status": failure.status, "kind": failure.kind}
    if failure.retry_after_s is not None:
        details["retry_after_s"] = failure.retry_after_s
    kind = failure.kind.lower()
    said = _quote(failure)
    if failure.status == 402 or any(word in f"{kind} {failure.message}".lower() for word in _QUOTA_WORDS):
        text = f"{service} refused the call because the account has no balance or quota left. Top it up.{said}"
        return ProviderQuotaError(text, details=details)
    if failure.status == 401 or any(word in kind for word in _AUTH_WORDS):
        text = f"{service} does not accept the API key. Enter a valid key in the provider's settings."
        return ProviderAuthError(text, details=details)
    if failure.status == 403:
        text = f"{service} does not allow this key to use the model or service. Check the key's rights.{said}"
        return ProviderAuthError(text, details=details)
    return _request_or_server_error(failure, said, details)


def _request_or_server_error(failure: Failure, said: str, details: dict[str, object]) -> ProviderError:
    service, status = failure.service, failure.status
    if status == 429:
        text = f"{service} says that too many requests were sent. Wait a little and run this again.{said}"
        return ProviderRateLimitError(text, details=details)
    if status == 404:
        text = f"{service} does not know the model or the address. Check the model name and the base URL.{said}"
        return ProviderRequestError(text, details=details)
    if status in (408, 409) or status >= 500 or status == 0:
        reached = f"{service} could not be reached" if status == 0 else f"{service} failed with status {status}"
        return ProviderUnavailableError(f"{reached}. Try again later.{said}", details=details)
    text = f"{service} refused the request (status {status}). Check the model and the node's settings.{said}"
    return ProviderRequestError(text, details=details)


def _quote(failure: Failure) -> str:
    text = failure.message.strip()
    if failure.secret:
        text = text.replace(failure.secret, "…")
    text = _KEY_LIKE.sub("…", text)[:MAX_QUOTE_CHARS]
    return f" It said: {text}" if text else ""
