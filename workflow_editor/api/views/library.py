"""Workflows kept in order: folders, tags, favourites, and acts on many of them."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tools.api.requests import checked
from workflow_editor.agent_runtime.callers import workflow_callers
from workflow_editor.api.error_handler import problem_of
from workflow_editor.api.requests import body_of, user_of
from workflow_editor.api.serializers.library import (
    LibrarySerializer,
    ManyWorkflowsSerializer,
    WorkflowCallersSerializer,
    WorkflowOutcomeSerializer,
    WorkflowsChangeSerializer,
)
from workflow_editor.selectors.access import workflow_for
from workflow_editor.selectors.lists.library import library_list, library_of
from workflow_editor.services.library import workflow_favourite
from workflow_editor.services.many_workflows import Outcomes, workflows_change, workflows_delete


class LibraryView(APIView):
    @extend_schema(operation_id="library_get", responses=LibrarySerializer)
    def get(self, request: Request) -> Response:
        """Count the workflows that one sees, in all, by folder and by tag."""
        return Response(LibrarySerializer(library_of(user_of(request))).data)


class WorkflowFavouriteView(APIView):
    @extend_schema(operation_id="workflow_favourite_add", request=None, responses={204: None})
    def post(self, request: Request, workflow_id: Any) -> Response:
        """Make a workflow one's favourite."""
        return self._set(request, workflow_id, wanted=True)

    @extend_schema(operation_id="workflow_favourite_remove", responses={204: None})
    def delete(self, request: Request, workflow_id: Any) -> Response:
        """Make a workflow one's favourite no longer."""
        return self._set(request, workflow_id, wanted=False)

    def _set(self, request: Request, workflow_id: Any, *, wanted: bool) -> Response:
        user = user_of(request)
        workflow_favourite(user, workflow_for(user, workflow_id), wanted=wanted)
        return Response(status=204)


class WorkflowCallersView(APIView):
    @extend_schema(
        operation_id="workflow_callers",
        parameters=[ManyWorkflowsSerializer],
        responses=WorkflowCallersSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        """Name the agents and nodes that call some workflows; those that one does not see are left out."""
        user = user_of(request)
        ids = checked(ManyWorkflowsSerializer, {"ids": request.query_params.getlist("ids")})["ids"]
        callers = workflow_callers(user, library_list(user).filter(pk__in=ids), of_versions=True)
        rows = [{"id": workflow_id, "callers": found} for workflow_id, found in callers.items()]
        return Response(WorkflowCallersSerializer(rows, many=True).data)


class WorkflowsChangeView(APIView):
    @extend_schema(
        operation_id="workflows_change",
        request=WorkflowsChangeSerializer,
        responses=WorkflowOutcomeSerializer(many=True),
    )
    def post(self, request: Request) -> Response:
        """Move and tag some workflows; one that is refused stops no other."""
        return _answer(workflows_change(user_of(request), **body_of(request, WorkflowsChangeSerializer)))


class WorkflowsDeleteView(APIView):
    @extend_schema(
        operation_id="workflows_delete",
        request=ManyWorkflowsSerializer,
        responses=WorkflowOutcomeSerializer(many=True),
    )
    def post(self, request: Request) -> Response:
        """Delete some workflows with their versions and runs; one that is refused stops no other."""
        return _answer(workflows_delete(user_of(request), **body_of(request, ManyWorkflowsSerializer)))


def _answer(outcomes: Outcomes) -> Response:
    rows = [{"id": workflow_id, "error": error and problem_of(error).body()} for workflow_id, error in outcomes]
    return Response(WorkflowOutcomeSerializer(rows, many=True).data)
