"""OpenAPI documents that people bring in."""

from collections.abc import Iterable
from typing import Annotated

from django.contrib.auth.models import User
from pydantic import Field

from tools.api.contract.endpoints import endpoint
from tools.api.contract.fields import JsonObject, Upload
from tools.api.contract.shapes import Shape
from tools.core.text import Text
from tools.forms.local_text import local_text
from tools.services.openapi_documents import openapi_read
from tools.services.validation import invalid_field

_NO_DOCUMENT = Text("Choose a file or enter an address.")


class OpenApiRequest(Shape, partial=True):
    """A document, as a file or by its address, and which of its operations are wanted."""

    file: Upload
    address: Annotated[str, Field(max_length=2_000)]
    chosen: Annotated[str, Field(max_length=20_000)]
    """Ids of operations, one in a line."""


class OpenApiOperation(Shape):
    id: str
    method: str
    path: str
    title: str
    tags: list[str]
    deprecated: bool
    notes: list[str]
    """Parts that could not be used, with the reasons; only of chosen operations."""


class OpenApiReport(Shape):
    title: str
    operations: list[OpenApiOperation]
    notes: list[str]
    """Notes on all operations."""
    api: JsonObject
    """The chosen operations: `config.api` of a tool of type openapi."""


@endpoint("POST", "tools/openapi/", operation="openapi_read")
def openapi_document_read(user: User, body: OpenApiRequest) -> OpenApiReport:
    """Return the operations of a document, and the chosen ones as a tool of type openapi stores them."""
    given = body.sent()
    upload, address = given.get("file"), given.get("address", "")
    if upload is None and not address:
        raise invalid_field("/file", "missing", local_text(_NO_DOCUMENT))
    found = openapi_read(user=user, upload=upload, address=address, chosen=given.get("chosen", "").split())
    return OpenApiReport.of(
        found,
        operations=[OpenApiOperation.of(one, notes=_words(one.notes)) for one in found.operations],
        notes=_words(found.notes),
        api=found.api.model_dump(mode="json", by_alias=True),
    )


def _words(texts: Iterable[Text]) -> list[str]:
    return [local_text(text) for text in texts]
