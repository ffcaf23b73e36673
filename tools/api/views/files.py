"""Files: upload one, look at one."""

from typing import Any, cast
from uuid import UUID

from django.core.files.uploadedfile import UploadedFile
from django.http import FileResponse, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tools.adapters.file_contents import file_open, stored_file
from tools.api.permissions import signed_in
from tools.api.serializers.files import FileSerializer, FileUploadSerializer
from tools.core.errors import RecordInvalidError
from tools.core.file_port import CHUNK_BYTES
from tools.core.text import Text
from tools.models import ToolFile
from tools.selectors.tool_files import tool_file_read
from tools.services.tool_files import tool_file_upload

_IN_PLACE = {"image/png", "image/jpeg", "image/gif", "image/webp", "image/bmp", "text/plain", "text/csv"}
"""Types shown inline: pictures and plain text, which no browser renders as a page."""
_MEDIA = ("audio/", "video/")
_PDF = "application/pdf"
_NO_FILE = Text("Send one file as “file” in multipart/form-data.")


class FilesView(APIView):
    parser_classes = (MultiPartParser,)

    @extend_schema(
        operation_id="file_create",
        request={"multipart/form-data": FileUploadSerializer},
        responses={201: FileSerializer},
        tags=["files"],
    )
    def post(self, request: Request) -> Response:
        """Upload a file and return the value that names it in inputs; it goes after a day unless a run has it."""
        user = signed_in(request)
        upload = request.FILES.get("file")
        if not isinstance(upload, UploadedFile):
            errors = [{"pointer": "/file", "code": "missing", "message": _NO_FILE}]
            raise RecordInvalidError(_NO_FILE, details={"errors": errors})
        row = tool_file_upload(
            user, upload.name or "", upload.content_type or "", upload.size or 0, upload.chunks(CHUNK_BYTES)
        )
        return Response(FileSerializer(stored_file(row)).data, status=201)


class FileView(APIView):
    @extend_schema(
        operation_id="file_content",
        responses={(200, "application/octet-stream"): OpenApiResponse(OpenApiTypes.BINARY, "The file.")},
        tags=["files"],
    )
    def get(self, request: Request, file_id: UUID) -> HttpResponseBase:
        """Return the content; pictures, text, sound, films and PDF are shown in place, anything else is a download."""
        file = tool_file_read(user=signed_in(request), file_id=file_id)
        response = file_response(file)
        # Asked for each time, since a right may have ended; what has not changed is not sent again.
        answer: Any = get_conditional_response(request._request, etag=response["ETag"], response=cast(Any, response))
        if answer is not response:
            response.close()
        return cast(HttpResponseBase, answer)


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
