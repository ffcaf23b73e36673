"""GitLab: webhooks of projects and groups."""

from collections.abc import Mapping

from tools.core.text import Text
from workflow_editor.triggers.webhooks.checks import check_token, delivery_key, header
from workflow_editor.triggers.webhooks.sender import Delivery, NoSettings, Secret, Sender, Verified, WebhookRequest
from workflow_editor.triggers.webhooks.standard_webhooks import standard_delivery

_SIGNING_TOKEN = Secret(
    "signing_token",
    Text("Signing token"),
    Text("For newer versions. It begins with whsec_. Once it is set, requests without a signature are refused."),
    required=False,
)
_TOKEN = Secret("token", Text("Secret token"), Text("For webhooks without a signing token."), required=False)


class GitLabSender(Sender[NoSettings]):
    """Signs the body with the signing token, or sends the secret token along."""

    id = "gitlab"
    title = Text.verbatim("GitLab")
    secrets = (_SIGNING_TOKEN, _TOKEN)

    def check(self, request: WebhookRequest, secrets: Mapping[str, str], settings: NoSettings) -> Verified:
        signing_tokens = _SIGNING_TOKEN.values(secrets)
        if signing_tokens:
            return Verified((Delivery(standard_delivery(request, signing_tokens)),))
        check_token(header(request, "X-Gitlab-Token"), _TOKEN.values(secrets))
        return Verified((Delivery(given_key=delivery_key(request.headers.get("idempotency-key"))),))

    def secret_headers(self, settings: NoSettings) -> frozenset[str]:
        return super().secret_headers(settings) | {"x-gitlab-token"}
