"""The header `Authorization`: a user name and a password (RFC 7617), or a bearer token (RFC 6750)."""

from base64 import b64decode
from collections.abc import Mapping

from tools.core.text import Text
from workflow_editor.triggers.webhooks.checks import authorization, check_token
from workflow_editor.triggers.webhooks.sender import Delivery, NoSettings, Secret, Sender, Verified, WebhookRequest

_USER = Secret("username", Text("User name"))
_PASSWORD = Secret("password", Text("Password"))
_TOKEN = Secret("token", Text("Bearer token"))


class BasicSender(Sender[NoSettings]):
    id = "basic"
    title = Text("User name and password")
    secrets = (_USER, _PASSWORD)

    def check(self, request: WebhookRequest, secrets: Mapping[str, str], settings: NoSettings) -> Verified:
        given = b64decode(authorization(request, b"basic"), validate=True)
        pairs = [b":".join((user, word)) for user in _USER.values(secrets) for word in _PASSWORD.values(secrets)]
        check_token(given, pairs)
        return Verified((Delivery(),))


class BearerSender(Sender[NoSettings]):
    id = "bearer"
    title = Text("Bearer token")
    secrets = (_TOKEN,)

    def check(self, request: WebhookRequest, secrets: Mapping[str, str], settings: NoSettings) -> Verified:
        check_token(authorization(request, b"bearer"), _TOKEN.values(secrets))
        return Verified((Delivery(),))
