"""Stripe: events of an endpoint."""

from collections.abc import Mapping

from tools.core.text import Text
from workflow_editor.triggers.webhooks.bodies import json_object
from workflow_editor.triggers.webhooks.checks import check_hmac, check_time, delivery_key, header
from workflow_editor.triggers.webhooks.sender import Delivery, NoSettings, Secret, Sender, Verified, WebhookRequest

_SECRET = Secret("secret", Text("Signing secret"), Text("The endpoint's own secret. It begins with whsec_."))


class StripeSender(Sender[NoSettings]):
    """Signs time and body; the secret is used as it is written, `whsec_` included."""

    id = "stripe"
    title = Text.verbatim("Stripe")
    secrets = (_SECRET,)

    def check(self, request: WebhookRequest, secrets: Mapping[str, str], settings: NoSettings) -> Verified:
        pairs = [part.partition(b"=") for part in header(request, "Stripe-Signature").split(b",")]
        (timestamp,) = [value for name, _, value in pairs if name == b"t"]
        check_time(timestamp, request)
        signatures = [value for name, _, value in pairs if name == b"v1"]
        signed = check_hmac(signatures, _SECRET.values(secrets), (timestamp, b".", request.body))
        key = delivery_key(json_object(request.body).get("id"))
        return Verified((Delivery(key),), signed=signed, signs_time=True)
