"""The sentences about failed model calls, in every language, and the error class of each. Pure."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal

from agents.core.errors import (
    ProviderAuthError,
    ProviderError,
    ProviderQuotaError,
    ProviderRateLimitError,
    ProviderRequestError,
    ProviderStreamError,
    ProviderUnavailableError,
)
from tools.core.text import Text

FailureKind = Literal[
    "quota",
    "key",
    "rights",
    "rate",
    "unknown_model",
    "refused",
    "server",
    "unreachable",
    "unknown_host",
    "certificate",
    "proxy",
    "proxy_refused",
    "timeout",
    "form",
    "stream",
    "silent",
]


@dataclass(frozen=True, slots=True)
class _Sentence:
    error: type[ProviderError]
    text: Text


_SENTENCES: Mapping[FailureKind, _Sentence] = {
    "quota": _Sentence(
        ProviderQuotaError,
        Text("{service} rejected the call because the account has no balance or quota left. Top it up."),
    ),
    "key": _Sentence(
        ProviderAuthError,
        Text("{service} does not accept the API key. Enter a valid key in the provider's settings."),
    ),
    "rights": _Sentence(
        ProviderAuthError,
        Text("{service} does not allow this key to use the model or service. Check the key's permissions."),
    ),
    "rate": _Sentence(
        ProviderRateLimitError,
        Text("{service} received too many requests. Wait a moment and run this again."),
    ),
    "unknown_model": _Sentence(
        ProviderRequestError,
        Text("{service} does not know the model or the URL. Check the model name and the base URL."),
    ),
    "refused": _Sentence(
        ProviderRequestError,
        Text("{service} rejected the request (status {status}). Check the model and the node's settings."),
    ),
    "server": _Sentence(
        ProviderUnavailableError,
        Text("{service} failed with status {status}. Try again later."),
    ),
    "unreachable": _Sentence(
        ProviderUnavailableError,
        Text("{service} could not be reached at {address}. Check the base URL and the network."),
    ),
    "unknown_host": _Sentence(
        ProviderUnavailableError,
        Text("{service}: there is no server with the name in {address}. Check the base URL."),
    ),
    "certificate": _Sentence(
        ProviderUnavailableError,
        Text("{service} has no valid certificate at {address}. Check the base URL, or have the certificate renewed."),
    ),
    "proxy": _Sentence(
        ProviderUnavailableError,
        Text("{service} was not called, because the proxy could not be reached. Check the proxy's address."),
    ),
    "proxy_refused": _Sentence(
        ProviderRequestError,
        Text("{service} was not called, because the proxy refused. Check the proxy's user name, password and rules."),
    ),
    "timeout": _Sentence(
        ProviderUnavailableError,
        Text("{service} did not respond in time. Try again later."),
    ),
    "form": _Sentence(
        ProviderUnavailableError,
        Text("{service} returned an invalid response. Check the base URL."),
    ),
    "stream": _Sentence(
        ProviderStreamError,
        Text("{service} stopped in the middle of its answer. Run this again."),
    ),
    "silent": _Sentence(
        ProviderStreamError,
        Text("{service} ended its answer without sending anything. Run this again, or turn streaming off."),
    ),
}


def failure(
    kind: FailureKind,
    service: str,
    *,
    vendor_message: str = "",
    details: Mapping[str, Any] | None = None,
    **blanks: object,
) -> ProviderError:
    """Return the error to raise, with the sentence of `kind`.

    `vendor_message` is quoted, already without keys; `details` are safe facts; `blanks` fill in `status` or `address`.
    """
    sentence = _SENTENCES[kind]
    text = sentence.text.filled(service=service, **blanks)
    if vendor_message:
        text = Text("{sentence} Its message: {vendor_message}", sentence=text, vendor_message=vendor_message)
    return sentence.error(text, details=details)


@contextmanager
def well_formed(service: str) -> Iterator[None]:
    """Attribute missing or mistyped answer fields in the block to the service.

    Raises ProviderUnavailableError if the block failed as code does that reads such an answer.
    """
    try:
        yield
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise failure("form", service) from error
