"""WeCom: messages and events of an app (XML) and of an AI bot (JSON)."""

import hashlib
from collections.abc import Mapping

from tools.core.text import Text
from tools.executors.contract.schema import form_field
from workflow_editor.triggers.webhooks.bodies import envelope, json_object, xml_object
from workflow_editor.triggers.webhooks.checks import delivery_key, parameter
from workflow_editor.triggers.webhooks.encrypted_callbacks import callback_keys, open_callback
from workflow_editor.triggers.webhooks.sender import (
    Answer,
    Delivery,
    Secret,
    Sender,
    SenderSettings,
    Verified,
    WebhookRequest,
)

_TOKEN = Secret("token", Text("Signing token"), Text("Token in the callback settings."))
_AES_KEY = Secret("aes_key", Text("Encryption key"), Text("EncodingAESKey in the callback settings; 43 characters."))


class WeComSettings(SenderSettings):
    """Whom messages are for."""

    corp_id: str = form_field(
        "Corp ID",
        "Your company's ID, or the SuiteID of a third party's app. Not needed for an AI bot.",
        default="",
        max_length=200,
    )


class WeComSender(Sender[WeComSettings]):
    """Signs and encrypts; is answered with nothing, since an answer would have to be encrypted, too."""

    id = "wecom"
    title = Text("WeCom")
    secrets = (_TOKEN, _AES_KEY)
    handshakes_by_get = True

    def check(self, request: WebhookRequest, secrets: Mapping[str, str], settings: WeComSettings) -> Verified:
        is_handshake, is_json = request.method == "GET", request.body.lstrip()[:1] == b"{"
        if is_handshake:
            encrypted = parameter(request, "echostr")
        else:
            body = envelope(request)
            encrypted = (json_object(body)["encrypt"] if is_json else xml_object(body)["Encrypt"]).encode()
        message = open_callback(
            request,
            callback_keys(_TOKEN.values(secrets), _AES_KEY.values(secrets)),
            encrypted,
            signature=parameter(request, "msg_signature"),
            receiver=settings.corp_id,
        ).message
        if is_handshake:
            return Verified(answer=Answer(body=message))
        return Verified(_bot_deliveries(message) if is_json else _app_deliveries(message), Answer())


def _app_deliveries(message: bytes) -> tuple[Delivery, ...]:
    event = xml_object(message)
    # Events have no id; a further attempt has the same text, the time included.
    return (Delivery(delivery_key(event.get("MsgId")) or hashlib.sha256(message).hexdigest(), event),)


def _bot_deliveries(message: bytes) -> tuple[Delivery, ...]:
    event = json_object(message)
    # The bot asks how far a streamed answer is; nobody wrote anything.
    return () if event.get("msgtype") == "stream" else (Delivery(delivery_key(event["msgid"]), event),)
