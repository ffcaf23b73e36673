"""One node of a workflow: run it alone, preview its templates."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from workflow_editor.api.requests import body_of, user_of
from workflow_editor.api.schema import PREFER
from workflow_editor.api.serializers.runs import (
    NodeDebugSerializer,
    OutcomePreviewRequestSerializer,
    OutcomePreviewSerializer,
    PreviewRequestSerializer,
    PreviewSerializer,
    RunSerializer,
)
from workflow_editor.api.views.runs import run_answer
from workflow_editor.selectors.access import Access, workflow_for
from workflow_editor.selectors.preview import outcome_preview, template_preview
from workflow_editor.services.runs.debug import node_debug


class NodeDebugView(APIView):
    @extend_schema(
        operation_id="node_debug",
        request=NodeDebugSerializer,
        parameters=[PREFER],
        responses={201: RunSerializer},
    )
    def post(self, request: Request, workflow_id: Any, node_key: str) -> Response:
        """Run one node with given inputs, and with the config on the screen if it is sent; no other node runs."""
        user = user_of(request)
        workflow = workflow_for(user, workflow_id, Access.EDIT)
        given = body_of(request, NodeDebugSerializer)
        run = node_debug(workflow, user, node_key, **given)
        return run_answer(request, run, status=201)


class NodePreviewView(APIView):
    @extend_schema(operation_id="node_preview", request=PreviewRequestSerializer, responses=PreviewSerializer)
    def post(self, request: Request, workflow_id: Any, node_key: str) -> Response:
        """Fill in a template from the last run's outputs."""
        workflow = workflow_for(user_of(request), workflow_id)
        preview = template_preview(workflow, node_key=node_key, **body_of(request, PreviewRequestSerializer))
        return Response(PreviewSerializer(preview).data)


class NodeOutcomeView(APIView):
    @extend_schema(
        operation_id="node_outcome", request=OutcomePreviewRequestSerializer, responses=OutcomePreviewSerializer
    )
    def post(self, request: Request, workflow_id: Any, node_key: str) -> Response:
        """Evaluate a node without effects on the last run's outputs; no run begins."""
        workflow = workflow_for(user_of(request), workflow_id)
        given = body_of(request, OutcomePreviewRequestSerializer)
        return Response(OutcomePreviewSerializer(outcome_preview(workflow, node_key=node_key, **given)).data)
