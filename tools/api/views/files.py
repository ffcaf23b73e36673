"""Files that tools made."""

from uuid import UUID

from django.http import HttpResponse
from django.utils.http import content_disposition_header
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from tools.api.permissions import signed_in
from tools.selectors.tool_files import tool_file_get

_SHOWN_IN_PLACE = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp", "image/bmp"})
_YEAR_S = 365 * 24 * 3600


class ToolFileContent(APIView):
    """One file."""

    @extend_schema(
        operation_id="tool_files_content",
        responses={(200, "application/octet-stream"): OpenApiResponse(OpenApiTypes.BINARY, "The file.")},
        tags=["tools"],
    )
    def get(self, request: Request, file_id: UUID) -> HttpResponse:
        """Return the file; pictures are shown in place, anything else is a download."""
        file = tool_file_get(user=signed_in(request), file_id=file_id)
        shown = file.content_type in _SHOWN_IN_PLACE
        headers = {
            "Content-Disposition": content_disposition_header(as_attachment=not shown, filename=file.name),
            "X-Content-Type-Options": "nosniff",
            "Content-Security-Policy": "sandbox; default-src 'none'",
            "Cache-Control": f"private, max-age={_YEAR_S}, immutable",
        }
        content_type = file.content_type if shown else "application/octet-stream"
        return HttpResponse(bytes(file.body.content), content_type=content_type, headers=headers)
