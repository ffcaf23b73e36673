"""DingTalk: messages to a robot (HTTP mode) and events that an app subscribes to (HTTP push)."""

import hashlib
from base64 import b64encode
from collections.abc import Mapping
from datetime import timedelta
from hmac import digest

from tools.core.text import Text
from tools.executors.contract.schema import form_field
from workflow_editor.triggers.webhooks.bodies import envelope, json_answer, json_object
from workflow_editor.triggers.webhooks.checks import (
    WRONG_SIGNATURE,
    check_time,
    delivery_key,
    header,
    is_any,
    parameter,
)
from workflow_editor.triggers.webhooks.encrypted_callbacks import OpenedCallback, callback_keys, open_callback
from workflow_editor.triggers.webhooks.sender import (
    Answer,
    Delivery,
    NotVerifiedError,
    Secret,
    Sender,
    SenderSettings,
    Verified,
    WebhookRequest,
)

_APP_SECRET = Secret("app_secret", Text("App secret"), Text("For messages to a robot: AppSecret."), required=False)
_TOKEN = Secret("token", Text("Signing token"), Text("For events: the signing token."), required=False)
_AES_KEY = Secret(
    "aes_key", Text("Encryption key"), Text("For events: the encryption key, 43 characters."), required=False
)
_WINDOW = timedelta(hours=1)
_MILLISECONDS = 1000


class DingTalkSettings(SenderSettings):
    """Whom events are for."""

    owner: str = form_field(
        "App key", "For events: AppKey of your own app, SuiteKey of a third party's.", default="", max_length=200
    )


class DingTalkSender(Sender[DingTalkSettings]):
    """A robot signs the time only, not the message; events are signed and encrypted."""

    id = "dingtalk"
    title = Text("DingTalk")
    secrets = (_APP_SECRET, _TOKEN, _AES_KEY)
    at_once = Answer()

    def check(self, request: WebhookRequest, secrets: Mapping[str, str], settings: DingTalkSettings) -> Verified:
        if "sign" in request.headers:
            return _robot_message(request, secrets)
        return _event(request, secrets, settings.owner)

    def secret_headers(self, settings: DingTalkSettings) -> frozenset[str]:
        # For an hour, this proof fits any message.
        return super().secret_headers(settings) | {"sign"}


def _robot_message(request: WebhookRequest, secrets: Mapping[str, str]) -> Verified:
    timestamp, given = header(request, "timestamp"), header(request, "sign")
    check_time(timestamp, request, window=_WINDOW, ticks_per_second=_MILLISECONDS)
    for secret in _APP_SECRET.values(secrets):
        if is_any([given], [b64encode(digest(secret, timestamp + b"\n" + secret, "sha256"))]):
            return Verified((Delivery(delivery_key(json_object(request.body)["msgId"])),))
    raise NotVerifiedError(WRONG_SIGNATURE)


def _event(request: WebhookRequest, secrets: Mapping[str, str], owner: str) -> Verified:
    name = "signature" if "signature" in request.query else "msg_signature"
    opened = open_callback(
        request,
        callback_keys(_TOKEN.values(secrets), _AES_KEY.values(secrets)),
        json_object(envelope(request))["encrypt"].encode(),
        signature=parameter(request, name),
        receiver=owner,
        window=_WINDOW,
        ticks_per_second=_MILLISECONDS,
    )
    event, answer = json_object(opened.message), _success(request, opened, owner)
    if event.get("EventType") == "check_url":
        return Verified(answer=answer)
    # No id is documented. Events have their time in them; without it, two that are equal may both be real.
    proof = opened.message if "TimeStamp" in event else parameter(request, name)
    return Verified((Delivery(hashlib.sha256(proof).hexdigest(), event),), answer)


def _success(request: WebhookRequest, opened: OpenedCallback, owner: str) -> Answer:
    encrypted = opened.key.encrypt(b"success", owner)
    timestamp = str(int(request.received_at.timestamp() * _MILLISECONDS))
    signature = opened.key.signature(timestamp.encode(), opened.nonce, encrypted)
    return json_answer(
        {
            "msg_signature": signature.decode(),
            "timeStamp": timestamp,
            "nonce": opened.nonce.decode(),
            "encrypt": encrypted.decode(),
        }
    )
