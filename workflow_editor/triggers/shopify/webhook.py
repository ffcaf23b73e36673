"""Shopify: webhooks of a shop."""

from base64 import b64encode
from collections.abc import Mapping

from tools.core.text import Text
from workflow_editor.triggers.webhooks.checks import check_hmac, delivery_key, header
from workflow_editor.triggers.webhooks.sender import Delivery, NoSettings, Secret, Sender, Verified, WebhookRequest

_SECRET = Secret(
    "secret", Text("Client secret"), Text("The app's own, or the key shown below the webhooks in the shop's settings.")
)


class ShopifySender(Sender[NoSettings]):
    """Signs the raw body; the event is in the header `X-Shopify-Topic`."""

    id = "shopify"
    title = Text.verbatim("Shopify")
    secrets = (_SECRET,)

    def check(self, request: WebhookRequest, secrets: Mapping[str, str], settings: NoSettings) -> Verified:
        given = header(request, "X-Shopify-Hmac-Sha256")
        signed = check_hmac([given], _SECRET.values(secrets), request.chunks(), encode=b64encode)
        given_key = delivery_key(request.headers.get("x-shopify-webhook-id"))
        return Verified((Delivery(given_key=given_key),), signed=signed)
