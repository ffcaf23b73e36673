"""All kinds of senders, in the order in which people look for them."""

from collections.abc import Mapping

from tools.core.text import Text
from workflow_editor.triggers.webhooks.sender import Delivery, Sender, Verified, WebhookRequest


class Nobody(Sender):
    """Takes every request."""

    id = "none"
    title = Text("Anybody")

    def verify(self, request: WebhookRequest, secrets: Mapping[str, str]) -> Verified:
        return Verified((Delivery(),))


SENDERS: Mapping[str, Sender] = {"none": Nobody()}
