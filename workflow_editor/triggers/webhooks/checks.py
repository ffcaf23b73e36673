"""Shared by all proofs: constant-time comparison, signatures, and time windows."""

import hashlib
import hmac
import re
from collections.abc import Callable, Iterable
from datetime import timedelta

from tools.core.text import Text
from workflow_editor.triggers.webhooks.sender import NotVerifiedError, WebhookRequest

MAX_PROOF = 4096
"""Characters of a header or parameter that proves something."""
MAX_KEY = 200
"""Characters of the key of a delivery."""
REPLAY_WINDOW = timedelta(minutes=5)
"""Default tolerance of a request's time, both ways."""

WRONG_SIGNATURE = Text("The signature is wrong. Check that the secret here is the sender's.")
WRONG_TOKEN = Text("The token or password is wrong. Check that it is the same at the sender.")
_NO_HEADER = Text("The header {name} is missing or too long.", name="")
_NO_PARAMETER = Text("The query parameter {name} is missing or too long.", name="")
_NO_TIME = Text("The timestamp is not a number. Send seconds since 1970.")
_OTHER_TIME = Text(
    "The timestamp is {seconds} s away from the server's time; at most {most} s are allowed. "
    "The request is old, or a clock is wrong.",
    seconds=0,
    most=0,
)
_NO_KEY = Text("The ID of the delivery must be printable text of at most {most} characters.", most=MAX_KEY)
_DIGITS = re.compile(rb"[0-9]{1,15}")


def header(request: WebhookRequest, name: str) -> bytes:
    """Return the bytes of a header that proves something."""
    value = request.headers.get(name.lower(), "")
    if not 0 < len(value) <= MAX_PROOF:
        raise NotVerifiedError(_NO_HEADER.filled(name=name))
    return value.encode("latin-1")


def authorization(request: WebhookRequest, scheme: bytes) -> bytes:
    """Return what follows the scheme (lower case) in the header `Authorization`."""
    given, _, credentials = header(request, "Authorization").partition(b" ")
    if given.lower() != scheme:
        raise NotVerifiedError(WRONG_TOKEN)
    return credentials.strip()


def parameter(request: WebhookRequest, name: str) -> bytes:
    """Return the bytes of a parameter that proves something."""
    value = request.query.get(name, "")
    if not isinstance(value, str) or not 0 < len(value) <= MAX_PROOF:
        raise NotVerifiedError(_NO_PARAMETER.filled(name=name))
    return value.encode()


def is_any(given: Iterable[bytes], expected: Iterable[bytes]) -> bool:
    """Compare each with each in constant time."""
    known = list(expected)
    return any(hmac.compare_digest(one, other) for one in given for other in known)


def check_token(given: bytes, expected: Iterable[bytes]) -> None:
    if not is_any([given], expected):
        raise NotVerifiedError(WRONG_TOKEN)


def hex_text(digest: bytes) -> bytes:
    """Write a digest as signatures in hexadecimal digits are written."""
    return digest.hex().encode()


def check_hmac(
    given: Iterable[bytes],
    secrets: Iterable[bytes],
    content: Iterable[bytes],
    *,
    prefix: bytes = b"",
    algorithm: str = "sha256",
    encode: Callable[[bytes], bytes] = hex_text,
) -> str:
    """Require a signature that is the HMAC of the content with one of the secrets; returns its SHA-256
    (`Verified.signed`).
    """
    expected = [hmac.new(secret, digestmod=algorithm) for secret in secrets]
    signed = hashlib.sha256()
    for piece in content:
        signed.update(piece)
        for digest in expected:
            digest.update(piece)
    if not is_any(given, [prefix + encode(digest.digest()) for digest in expected]):
        raise NotVerifiedError(WRONG_SIGNATURE)
    return signed.hexdigest()


def check_time(
    timestamp: bytes, request: WebhookRequest, *, window: timedelta = REPLAY_WINDOW, ticks_per_second: int = 1
) -> None:
    """Refuse a request outside the time window, before or after now."""
    if not _DIGITS.fullmatch(timestamp):
        raise NotVerifiedError(_NO_TIME)
    check_distance(int(timestamp) / ticks_per_second, request, window)


def check_distance(seconds: float, request: WebhookRequest, window: timedelta) -> None:
    """Refuse a request of another Unix time."""
    distance = abs(request.received_at.timestamp() - seconds)
    if distance > window.total_seconds():
        raise NotVerifiedError(_OTHER_TIME.filled(seconds=round(distance), most=round(window.total_seconds())))


def delivery_key(found: object) -> str | None:
    """Return the sender's id of a delivery as a key; None when there is none."""
    if found is None or found == "":
        return None
    if isinstance(found, bool) or not isinstance(found, str | int):
        raise NotVerifiedError(_NO_KEY)
    key = str(found)
    if len(key) > MAX_KEY or not key.isprintable():
        raise NotVerifiedError(_NO_KEY)
    return key
