"""Feishu and Lark: events and card actions of an app, in both versions of their form."""

import hashlib
from base64 import b64decode
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import datetime, timedelta

from tools.core.definitions import JsonObject
from tools.core.text import Text
from workflow_editor.triggers.webhooks.bodies import envelope, json_answer, json_object
from workflow_editor.triggers.webhooks.checks import (
    WRONG_SIGNATURE,
    check_distance,
    check_time,
    check_token,
    delivery_key,
    header,
    hex_text,
    is_any,
)
from workflow_editor.triggers.webhooks.encrypted_callbacks import WRONG_KEY
from workflow_editor.triggers.webhooks.sender import (
    Answer,
    Delivery,
    NoSettings,
    NotVerifiedError,
    Secret,
    Sender,
    Verified,
    WebhookRequest,
)

_TOKEN = Secret("verification_token", Text("Verification Token"), Text("On the app's page Events & Callbacks."))
_ENCRYPT_KEY = Secret(
    "encrypt_key", Text("Encrypt Key"), Text("Only if the app has one; events are encrypted then."), required=False
)
_WINDOW = timedelta(hours=8)
"""The last attempt comes 7.1 hours after the first; whether it has a time of its own is not documented."""
_AES_BLOCK_BITS = 128
_ENCRYPTED = Text("The request is encrypted. Fill in the Encrypt Key.")
_NOT_ENCRYPTED = Text("The request is not encrypted, but an Encrypt Key is set.")


class FeishuSender(Sender[NoSettings]):
    """Sends its token along; with an Encrypt Key, it encrypts and signs as well."""

    id = "feishu"
    title = Text("Feishu")
    secrets = (_TOKEN, _ENCRYPT_KEY)
    at_once = Answer()

    def check(self, request: WebhookRequest, secrets: Mapping[str, str], settings: NoSettings) -> Verified:
        event, encrypt_key = _opened(json_object(envelope(request)), _ENCRYPT_KEY.values(secrets))
        about = event["header"] if "schema" in event else event
        check_token(about.pop("token").encode(), _TOKEN.values(secrets))
        if event.get("type") == "url_verification":
            return Verified(answer=json_answer({"challenge": event["challenge"]}))
        signed = None if encrypt_key is None else _check_signature(request, encrypt_key)
        key = delivery_key(about.get("event_id", about.get("uuid")))
        return Verified((Delivery(key, event),), signed=signed, signs_time=signed is not None)


def _opened(body: JsonObject, encrypt_keys: Iterable[bytes]) -> tuple[JsonObject, bytes | None]:
    """Return the event, and the key that it is encrypted with where one is set."""
    from workflow_editor.triggers.webhooks.ciphers import aes_decrypted

    keys = list(encrypt_keys)
    if ("encrypt" in body) != bool(keys):
        raise NotVerifiedError(_NOT_ENCRYPTED if keys else _ENCRYPTED)
    if not keys:
        return body, None
    encrypted = b64decode(body["encrypt"], validate=True)
    for key in keys:
        with suppress(ValueError, NotVerifiedError):
            plain = aes_decrypted(hashlib.sha256(key).digest(), encrypted[:16], encrypted[16:], _AES_BLOCK_BITS)
            return json_object(plain), key
    raise NotVerifiedError(WRONG_KEY)


def _check_signature(request: WebhookRequest, encrypt_key: bytes) -> str:
    """Refuse another signature, and return the hash of what is signed."""
    timestamp, nonce = header(request, "X-Lark-Request-Timestamp"), header(request, "X-Lark-Request-Nonce")
    expected = hex_text(hashlib.sha256(timestamp + nonce + encrypt_key + request.body).digest())
    if not is_any([header(request, "X-Lark-Signature")], [expected]):
        raise NotVerifiedError(WRONG_SIGNATURE)
    if b" " in timestamp:
        # Some card actions have a time as Go writes it: 2026-10-04 18:23:46.052290112 +0800 CST m=+3612.1
        date, time, offset = timestamp.decode().split(" ")[:3]
        moment = datetime.strptime(f"{date} {time[:8]} {offset}", "%Y-%m-%d %H:%M:%S %z")
        check_distance(moment.timestamp(), request, _WINDOW)
    else:
        check_time(timestamp, request, window=_WINDOW)
    return hashlib.sha256(timestamp + nonce + request.body).hexdigest()
