"""Standard Webhooks (standardwebhooks.com), which Svix and new versions of GitLab send, too."""

from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping
from contextlib import suppress
from hmac import new as hmac_of

from tools.core.text import Text
from workflow_editor.triggers.webhooks.checks import WRONG_SIGNATURE, check_time, delivery_key, header, is_any
from workflow_editor.triggers.webhooks.sender import (
    Delivery,
    NoSettings,
    NotVerifiedError,
    Secret,
    Sender,
    Verified,
    WebhookRequest,
)

_SECRET = Secret("secret", Text("Signing secret"), Text("Begins with whsec_, or with whpk_ when it is a public key."))
_PUBLIC_KEY = b"whpk_"


class StandardWebhooksSender(Sender[NoSettings]):
    """Signed with a shared secret (v1) or a known public key (v1a)."""

    id = "standard_webhooks"
    title = Text.verbatim("Standard Webhooks · Svix")
    secrets = (_SECRET,)

    def check(self, request: WebhookRequest, secrets: Mapping[str, str], settings: NoSettings) -> Verified:
        return Verified((Delivery(standard_delivery(request, _SECRET.values(secrets))),))


def standard_delivery(request: WebhookRequest, secrets: Iterable[bytes]) -> str | None:
    """Return the key of the delivery, once one of the secrets proves it."""
    family = "svix" if "svix-signature" in request.headers else "webhook"
    message_id, timestamp = header(request, f"{family}-id"), header(request, f"{family}-timestamp")
    signatures = [one.partition(b",") for one in header(request, f"{family}-signature").split(b" ")]
    check_time(timestamp, request)
    begin = b".".join((message_id, timestamp, b""))
    if b"." in message_id or not any(_is_signed(begin, request, signatures, secret) for secret in secrets):
        raise NotVerifiedError(WRONG_SIGNATURE)
    return delivery_key(message_id.decode())


def _is_signed(
    begin: bytes, request: WebhookRequest, signatures: Iterable[tuple[bytes, bytes, bytes]], secret: bytes
) -> bool:
    # A secret that is no Base64 proves nothing, and does not keep the other one from it.
    with suppress(ValueError):
        if secret.startswith(_PUBLIC_KEY):
            public_key = b64decode(secret.removeprefix(_PUBLIC_KEY), validate=True)
            # Ed25519 reads a message twice, so it has to be in memory; one that is not is refused.
            content = begin + request.body
            return any(_is_from(public_key, value, content) for version, _, value in signatures if version == b"v1a")
        key = b64decode(secret.removeprefix(b"whsec_"), validate=True)
        expected = hmac_of(key, begin, "sha256")
        for chunk in request.chunks():
            expected.update(chunk)
        given = (value for version, _, value in signatures if version == b"v1")
        return key != b"" and is_any(given, [b64encode(expected.digest())])
    return False


def _is_from(public_key: bytes, value: bytes, content: bytes) -> bool:
    from workflow_editor.triggers.webhooks.ciphers import is_ed25519

    with suppress(ValueError):
        signature = b64decode(value, validate=True)
        # Base64 has several spellings of the same bytes.
        return b64encode(signature) == value and is_ed25519(public_key, signature, content)
    return False
