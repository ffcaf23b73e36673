"""Anybody who knows the address."""

from collections.abc import Mapping

from tools.core.text import Text
from workflow_editor.triggers.webhooks.sender import Delivery, NoSettings, Sender, Verified, WebhookRequest


class UnprovedSender(Sender[NoSettings]):
    id = "none"
    title = Text("Anybody who knows the address")

    def check(self, request: WebhookRequest, secrets: Mapping[str, str], settings: NoSettings) -> Verified:
        return Verified((Delivery(),))
