"""Slack: events, slash commands and what people click."""

from collections.abc import Mapping
from dataclasses import replace

from tools.core.definitions import JsonObject
from tools.core.text import Text
from workflow_editor.triggers.webhooks.bodies import form_fields, is_form, json_object
from workflow_editor.triggers.webhooks.checks import check_hmac, check_time, delivery_key, header
from workflow_editor.triggers.webhooks.sender import (
    Answer,
    Delivery,
    NoSettings,
    Secret,
    Sender,
    Verified,
    WebhookRequest,
)

_SECRET = Secret("secret", Text("Signing secret"), Text("On the app's page Basic Information."))


class SlackSender(Sender[NoSettings]):
    """Signs time and body. Shows what it is answered in the channel, so it is answered with nothing at once."""

    id = "slack"
    title = Text.verbatim("Slack")
    secrets = (_SECRET,)
    at_once = Answer()

    def check(self, request: WebhookRequest, secrets: Mapping[str, str], settings: NoSettings) -> Verified:
        timestamp, given = header(request, "X-Slack-Request-Timestamp"), header(request, "X-Slack-Signature")
        check_time(timestamp, request)
        content = (b"v0:", timestamp, b":", request.body)
        signed = check_hmac([given], _SECRET.values(secrets), content, prefix=b"v0=")
        found = _from_form(request.body) if is_form(request) else _from_json(request.body)
        return replace(found, signed=signed, signs_time=True)


def _from_json(body: bytes) -> Verified:
    event = json_object(body)
    if event.get("type") == "url_verification":
        return Verified(answer=Answer(body=event["challenge"].encode()))
    # The token would have proved the request before there were signatures.
    event.pop("token", None)
    return Verified((Delivery(delivery_key(event.get("event_id")), event),))


def _from_form(body: bytes) -> Verified:
    fields = form_fields(body)
    if fields.get("ssl_check") == "1":
        return Verified(answer=Answer())
    event: JsonObject = json_object(fields["payload"]) if "payload" in fields else {**fields}
    event.pop("token", None)
    return Verified((Delivery(delivery_key(event.get("trigger_id")), event),))
