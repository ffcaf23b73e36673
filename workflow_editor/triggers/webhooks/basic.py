"""A user name and a password (RFC 7617)."""

from base64 import b64decode
from collections.abc import Mapping

from tools.core.text import Text
from workflow_editor.triggers.webhooks.checks import authorization, check_token
from workflow_editor.triggers.webhooks.sender import Delivery, NoSettings, Secret, Sender, Verified, WebhookRequest

_USER = Secret("username", Text("User name"))
_PASSWORD = Secret("password", Text("Password"))


class BasicSender(Sender[NoSettings]):
    """The header `Authorization: Basic`."""

    id = "basic"
    title = Text("User name and password")
    secrets = (_USER, _PASSWORD)

    def check(self, request: WebhookRequest, secrets: Mapping[str, str], settings: NoSettings) -> Verified:
        given = b64decode(authorization(request, b"basic"), validate=True)
        pairs = [b":".join((user, word)) for user in _USER.values(secrets) for word in _PASSWORD.values(secrets)]
        check_token(given, pairs)
        return Verified((Delivery(),))
