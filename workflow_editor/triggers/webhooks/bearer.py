"""A token that the sender puts into each request (RFC 6750)."""

from collections.abc import Mapping

from tools.core.text import Text
from workflow_editor.triggers.webhooks.checks import authorization, check_token
from workflow_editor.triggers.webhooks.sender import Delivery, NoSettings, Secret, Sender, Verified, WebhookRequest

_TOKEN = Secret("token", Text("Bearer token"))


class BearerSender(Sender[NoSettings]):
    """The header `Authorization: Bearer`."""

    id = "bearer"
    title = Text("Bearer token")
    secrets = (_TOKEN,)

    def check(self, request: WebhookRequest, secrets: Mapping[str, str], settings: NoSettings) -> Verified:
        check_token(authorization(request, b"bearer"), _TOKEN.values(secrets))
        return Verified((Delivery(),))
