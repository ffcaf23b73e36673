"""The stored graph: read it, edit it by operations."""

from typing import Any

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from workflow_editor.api.requests import body_of, user_of
from workflow_editor.api.serializers.graph import (
    GraphConflictSerializer,
    GraphPatchSerializer,
    GraphSavedSerializer,
    GraphSerializer,
)
from workflow_editor.models.graph_document import graph_document
from workflow_editor.nodes.registry import read_graph
from workflow_editor.selectors.access import Access, workflow_for
from workflow_editor.selectors.checks.problems import editor_problems
from workflow_editor.services.graph import graph_apply


class GraphView(APIView):
    @extend_schema(operation_id="graph_get", responses=GraphSerializer)
    def get(self, request: Request, workflow_id: Any) -> Response:
        """Return the stored graph and what keeps it from running."""
        workflow = workflow_for(user_of(request), workflow_id)
        document = graph_document(workflow)
        problems = [problem.to_json() for problem in editor_problems(read_graph(document), workflow, user_of(request))]
        graph = document.model_dump(mode="json", include={"nodes", "edges"})
        return Response({"revision": workflow.revision, **graph, "problems": problems})

    @extend_schema(
        operation_id="graph_patch",
        request=GraphPatchSerializer,
        responses={
            200: GraphSavedSerializer,
            (409, "application/problem+json"): OpenApiResponse(
                GraphConflictSerializer,
                "Somebody changed the same things after the revision that was sent; no changes: read the graph again.",
            ),
        },
    )
    def patch(self, request: Request, workflow_id: Any) -> Response:
        """Apply a batch of operations, all or none.

        Concurrent changes to other parts are merged. A saved `batch` gets its first answer again. Sent with a token, a
        setting that has no effect beside the others is refused (`field_ignored`), unless it was stored like this.
        """
        user = user_of(request)
        workflow = workflow_for(user, workflow_id, Access.EDIT)
        given = body_of(request, GraphPatchSerializer)
        is_person = request.auth is None
        # The editor keeps what a changed mode hides, so that changing it back shows it again.
        saved = graph_apply(user, workflow_id=workflow.pk, by_hand=is_person, refuses_ignored=not is_person, **given)
        problems = [problem.to_json() for problem in editor_problems(saved.graph, workflow, user)]
        return Response({"revision": saved.revision, "changes": saved.changes, "problems": problems})
