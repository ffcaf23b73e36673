"""A secret value in a header that a person names."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import StringConstraints

from tools.core.field_errors import in_form
from tools.core.text import Text
from tools.executors.contract.schema import form_field
from workflow_editor.triggers.webhooks.checks import check_token, header
from workflow_editor.triggers.webhooks.sender import Delivery, Secret, Sender, SenderSettings, Verified, WebhookRequest

HeaderName = Annotated[
    str,
    StringConstraints(pattern=r"^[A-Za-z0-9-]+$", max_length=100, strip_whitespace=True),
    in_form(Text("A header name can only contain letters, digits and hyphens.")),
]
_VALUE = Secret("value", Text("Header value"))


class HeaderSettings(SenderSettings):
    name: HeaderName = form_field("Header name", default="X-API-Key")


class HeaderSender(Sender[HeaderSettings]):
    id = "header"
    title = Text("Header")
    secrets = (_VALUE,)

    def check(self, request: WebhookRequest, secrets: Mapping[str, str], settings: HeaderSettings) -> Verified:
        check_token(header(request, settings.name), _VALUE.values(secrets))
        return Verified((Delivery(),))

    def secret_headers(self, settings: HeaderSettings) -> frozenset[str]:
        return super().secret_headers(settings) | {settings.name.lower()}
