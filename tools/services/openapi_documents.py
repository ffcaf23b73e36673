"""OpenAPI documents that people bring in: read here, stored only as the chosen operations of a tool."""

from collections.abc import Collection

from django.contrib.auth.models import User
from django.core.files.base import File

from tools.adapters.outbound import outbound_client
from tools.core.errors import ToolArgumentsError, ToolError
from tools.core.text import Text
from tools.executors.openapi.description import Description
from tools.executors.openapi.document import MAX_BYTES, TOO_LARGE
from tools.executors.openapi.reading import ChoiceError, described
from tools.forms.local_text import local_text
from tools.outbound.client import OutboundRequest
from tools.services.uploads import upload_count, upload_refused
from tools.services.validation import invalid_field

_TIMEOUT_S = 30.0
_REFUSED = Text("The server answered {status}. Enter the address of the document itself.")


def openapi_read(
    *, user: User, upload: "File[bytes] | None" = None, address: str = "", chosen: Collection[str] = ()
) -> Description:
    """Describe an uploaded document, or that at `address`, and return its chosen operations in stored form.

    Raises:
        RecordInvalidError: unreachable or unreadable; the pointer is `/file`, `/address` or `/chosen`.
        CapReachedError: see `upload_count`.
    """
    content = _fetched(address) if upload is None else _uploaded(user, upload)
    try:
        return described(content, sorted(set(chosen)), address)
    except ChoiceError as error:
        raise invalid_field("/chosen", "too_large", local_text(error.text)) from error
    except ToolArgumentsError as error:
        if upload is not None:
            raise upload_refused(upload, "not_openapi", error.text) from error
        raise invalid_field("/address", "not_openapi", local_text(error.text)) from error


def _uploaded(user: User, upload: "File[bytes]") -> bytes:
    if upload.size > MAX_BYTES:
        raise upload_refused(upload, "too_large", TOO_LARGE)
    upload_count(user, upload.size)
    content: bytes = upload.read()
    return content


def _fetched(address: str) -> bytes:
    try:
        request = OutboundRequest("GET", address, {"Accept": "application/json, application/yaml, */*;q=0.5"})
        response = outbound_client().send(request, timeout_s=_TIMEOUT_S, max_bytes=MAX_BYTES)
    except ToolError as error:
        raise invalid_field("/address", "unreachable", local_text(error.text)) from error
    if not 200 <= response.status < 300:
        sentence = local_text(_REFUSED.filled(status=response.status))
        raise invalid_field("/address", "unreachable", sentence)
    return response.content
