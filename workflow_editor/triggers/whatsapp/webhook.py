"""WhatsApp: messages to a business account (Cloud API of Meta)."""

from collections.abc import Iterator, Mapping

from tools.core.definitions import JsonObject
from tools.core.text import Text
from workflow_editor.triggers.webhooks.bodies import json_object
from workflow_editor.triggers.webhooks.checks import check_hmac, check_token, delivery_key, header, parameter
from workflow_editor.triggers.webhooks.sender import (
    Answer,
    Delivery,
    NoSettings,
    Secret,
    Sender,
    Verified,
    WebhookRequest,
)

_SECRET = Secret("app_secret", Text("App secret"))
_VERIFY_TOKEN = Secret("verify_token", Text("Verify token"), Text("A text of your choice; enter the same one at Meta."))


class WhatsAppSender(Sender[NoSettings]):
    """Signs the raw body. One request may hold many messages; states of sent messages start nothing."""

    id = "whatsapp"
    title = Text.verbatim("WhatsApp")
    secrets = (_SECRET, _VERIFY_TOKEN)
    handshakes_by_get = True

    def check(self, request: WebhookRequest, secrets: Mapping[str, str], settings: NoSettings) -> Verified:
        if request.method == "GET":
            check_token(parameter(request, "hub.verify_token"), _VERIFY_TOKEN.values(secrets))
            return Verified(answer=Answer(body=parameter(request, "hub.challenge")))
        given = header(request, "X-Hub-Signature-256")
        signed = check_hmac([given], _SECRET.values(secrets), request.chunks(), prefix=b"sha256=")
        return Verified(tuple(_messages(json_object(request.body))), Answer(), signed)


def _messages(body: JsonObject) -> Iterator[Delivery]:
    for entry in body.get("entry", []):
        for change in entry.get("changes", []):
            value = change.get("value", {})
            contacts = {contact.get("wa_id"): contact for contact in value.get("contacts", [])}
            for message in value.get("messages", []):
                about = {"message": message, "contact": contacts.get(message.get("from"))}
                yield Delivery(delivery_key(message["id"]), {**about, "metadata": value.get("metadata")})
