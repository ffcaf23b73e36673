"""GitHub: webhooks of repositories, organizations and apps."""

from collections.abc import Mapping

from tools.core.text import Text
from workflow_editor.triggers.webhooks.bodies import form_fields, is_form, json_object
from workflow_editor.triggers.webhooks.checks import check_hmac, delivery_key, header
from workflow_editor.triggers.webhooks.sender import (
    Answer,
    Delivery,
    NoSettings,
    Secret,
    Sender,
    Verified,
    WebhookRequest,
)

_SECRET = Secret("secret", Text("Secret"), Text("Secret in the settings of the webhook on GitHub."))


class GitHubSender(Sender[NoSettings]):
    """Signs the raw body; the event is in the header `X-GitHub-Event`."""

    id = "github"
    title = Text.verbatim("GitHub")
    secrets = (_SECRET,)

    def check(self, request: WebhookRequest, secrets: Mapping[str, str], settings: NoSettings) -> Verified:
        given = header(request, "X-Hub-Signature-256")
        signed = check_hmac([given], _SECRET.values(secrets), request.chunks(), prefix=b"sha256=")
        if request.headers.get("x-github-event") == "ping":
            return Verified(answer=Answer())
        given_key = delivery_key(request.headers.get("x-github-delivery"))
        body = json_object(form_fields(request.body)["payload"]) if is_form(request) else None
        return Verified((Delivery(body=body, given_key=given_key),), signed=signed)
