"""Telegram: updates of a bot."""

from collections.abc import Mapping

from tools.core.text import Text
from workflow_editor.triggers.webhooks.bodies import json_object
from workflow_editor.triggers.webhooks.checks import check_token, delivery_key, header
from workflow_editor.triggers.webhooks.sender import Delivery, NoSettings, Secret, Sender, Verified, WebhookRequest

_TOKEN = Secret("token", Text("Secret token"), Text("The secret token that was given to Telegram with the address."))
_HEADER = "X-Telegram-Bot-Api-Secret-Token"


class TelegramSender(Sender[NoSettings]):
    id = "telegram"
    title = Text.verbatim("Telegram")
    secrets = (_TOKEN,)

    def check(self, request: WebhookRequest, secrets: Mapping[str, str], settings: NoSettings) -> Verified:
        check_token(header(request, _HEADER), _TOKEN.values(secrets))
        return Verified((Delivery(delivery_key(json_object(request.body)["update_id"])),))

    def secret_headers(self, settings: NoSettings) -> frozenset[str]:
        return super().secret_headers(settings) | {_HEADER.lower()}
