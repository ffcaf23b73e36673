"""Files that output nodes wrote."""

from typing import Any

from django.http import HttpResponse
from django.utils.http import content_disposition_header
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from workflow_editor.api.requests import query_of, user_of
from workflow_editor.api.serializers.run_files import NodeFileQuerySerializer
from workflow_editor.selectors.access import run_for
from workflow_editor.selectors.run_files import node_file

# A file may hold anything that a model wrote. Even when a browser opens it in place, nothing in it runs or loads.
_SANDBOX = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"


class RunNodeFileView(APIView):
    @extend_schema(
        operation_id="run_node_file",
        parameters=[OpenApiParameter("node_key", OpenApiTypes.STR, OpenApiParameter.PATH), NodeFileQuerySerializer],
        responses={(200, "application/octet-stream"): OpenApiResponse(OpenApiTypes.BINARY, "The file.")},
    )
    def get(self, request: Request, run_id: Any, node_key: str) -> HttpResponse:
        """Return the file that an output node wrote, as a download."""
        run = run_for(user_of(request), run_id)
        file = node_file(run, node_key, **query_of(request, NodeFileQuerySerializer))
        headers = {
            "Content-Disposition": content_disposition_header(as_attachment=True, filename=file.name),
            "X-Content-Type-Options": "nosniff",
            "Content-Security-Policy": _SANDBOX,
            "Cache-Control": "private, no-store",
        }
        return HttpResponse(file.content, content_type=file.content_type, headers=headers)
