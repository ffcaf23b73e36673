"""Files: upload one, look at one."""

from typing import Annotated, Any, cast

from django.conf import settings
from django.contrib.auth.models import User
from django.core.files.uploadedfile import UploadedFile
from django.core.signing import BadSignature, TimestampSigner
from django.http import FileResponse, Http404, HttpRequest, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe
from pydantic import Field
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request

from tools.adapters.file_contents import file_open, stored_file
from tools.api.contract.endpoints import FoundBy, Media, endpoint
from tools.api.contract.fields import Upload
from tools.api.contract.refusals import refused_fields
from tools.api.contract.shapes import Shape
from tools.api.public_address import CONTENT_PATH
from tools.core.registered.files import CHUNK_BYTES
from tools.core.text import Text
from tools.forms.local_text import local_text
from tools.models import ToolFile
from tools.selectors.tool_files import tool_file_read
from tools.services.tool_files import tool_file_upload

_IN_PLACE = {"image/png", "image/jpeg", "image/gif", "image/webp", "image/bmp", "text/plain", "text/csv"}
"""Types that can hold nothing but a picture or text. Text is sent as text: no browser renders it as a page."""
_MEDIA = ("audio/", "video/")
_PDF = "application/pdf"
_SALT = "content"
_LINK_HOLDS_S = 300
_NO_FILE = Text("Send one file as “file” in multipart/form-data.")
ReadFile = Annotated[ToolFile, FoundBy(tool_file_read)]


class FileUpload(Shape):
    """One file."""

    file: Upload


class FileShape(Shape):
    """The value that names a file: what inputs of runs take. `size` is in bytes, `hash` the SHA-256 of the content."""

    marker: str = Field(alias="$type")
    """Always `file`."""
    id: str
    name: str
    type: str
    size: int
    hash: str
    address: str


@endpoint("POST", "files/", status=201, parsers=(MultiPartParser,), bodies={"multipart/form-data": FileUpload})
def file_create(user: User, request: Request) -> FileShape:
    """Upload a file and return the value that names it in inputs; it goes after a day unless a run has it."""
    upload = request.FILES.get("file")
    if not isinstance(upload, UploadedFile):
        raise refused_fields([("/file", "missing", local_text(_NO_FILE))])
    row = tool_file_upload(
        user, upload.name or "", upload.content_type or "", upload.size or 0, upload.chunks(CHUNK_BYTES)
    )
    # As nodes pass it on: it is JSON already, and its marker is no name of Python.
    return cast(FileShape, stored_file(row).to_json())


# Answers that earlier versions kept link to the second path.
@endpoint("GET", "files/<uuid:file_id>/")
@endpoint("GET", "tools/files/<uuid:file_id>/", is_hidden=True)
def file_content(
    request: Request, file: ReadFile
) -> Annotated[HttpResponseBase, Media("application/octet-stream", "The file.", is_binary=True)]:
    """Return the content; pictures, text, sound, films and PDF are shown in place, anything else is a download."""
    return file_answer(request, file)


def file_answer(request: Request, file: ToolFile) -> HttpResponseBase:
    """Return the content to somebody who may read it; a browser gets it from `CONTENT_URL` if set."""
    if settings.CONTENT_URL and request.auth is None:
        link = TimestampSigner(salt=_SALT).sign(str(file.pk))
        return HttpResponseRedirect(
            f"{settings.CONTENT_URL}{CONTENT_PATH}{link}/", headers={"Cache-Control": "no-store"}
        )
    response = file_response(file)
    # Asked for each time, since a right may have ended; what has not changed is not sent again.
    answer: Any = get_conditional_response(request._request, etag=response["ETag"], response=cast(Any, response))
    if answer is not response:
        response.close()
    return cast(HttpResponseBase, answer)


@require_safe
def signed_file(request: HttpRequest, link: str) -> HttpResponseBase:
    """Return the content of a file by a link of `file_answer`; who has it needs no right. Raises Http404."""
    try:
        pk = TimestampSigner(salt=_SALT).unsign(link, max_age=_LINK_HOLDS_S)
    except BadSignature as error:
        raise Http404 from error
    response = file_response(get_object_or_404(ToolFile, pk=pk))
    # The front end's preview reads it.
    response["Access-Control-Allow-Origin"] = settings.PUBLIC_URL
    return response


def file_response(file: ToolFile) -> FileResponse:
    """Return a response that streams a file and lets no browser run what is in it."""
    kind = file.content_type
    shown = kind in _IN_PLACE or kind.startswith(_MEDIA) or kind == _PDF
    # Browsers show no PDF in a sandbox; their viewers contain what it holds.
    policy = "default-src 'none'; object-src 'self'" if kind == _PDF else "sandbox; default-src 'none'"
    response = FileResponse(file_open(file), content_type=kind if shown else "application/octet-stream")
    response.block_size = CHUNK_BYTES
    headers = {
        "Content-Length": str(file.size),
        "Content-Disposition": cast(str, content_disposition_header(as_attachment=not shown, filename=file.name)),
        "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": policy,
        "Cache-Control": "private, no-cache",
        "ETag": f'"{file.pk}"',
    }
    for name, value in headers.items():
        response[name] = value
    return response
