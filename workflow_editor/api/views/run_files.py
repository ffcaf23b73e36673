"""Files that output nodes wrote."""

from typing import Annotated

from django.http import HttpResponse
from django.utils.http import content_disposition_header

from tools.api.contract.endpoints import Media, endpoint
from workflow_editor.api.rows import ReadRun
from workflow_editor.api.views.runs import NodeRunQuery
from workflow_editor.selectors.run.files import node_file

# A file may hold anything that a model wrote. Even when a browser opens it in place, nothing in it runs or loads.
_SANDBOX = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"


@endpoint("GET", "runs/<uuid:run_id>/nodes/<str:node_key>/file/")
def run_node_file(
    run: ReadRun, node_key: str, query: NodeRunQuery
) -> Annotated[HttpResponse, Media("application/octet-stream", "The file.", is_binary=True)]:
    """Return the file that an output node wrote, as a download."""
    file = node_file(run, node_key, **query.sent())
    headers = {
        "Content-Disposition": content_disposition_header(as_attachment=True, filename=file.name),
        "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": _SANDBOX,
        "Cache-Control": "private, no-store",
    }
    return HttpResponse(file.content, content_type=file.content_type, headers=headers)
