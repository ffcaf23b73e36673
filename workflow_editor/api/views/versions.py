"""Published versions of a workflow."""

from typing import Any

from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_view
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from workflow_editor.agent_runtime.callers import interface_report
from workflow_editor.api.pagination import HighestNumberFirst
from workflow_editor.api.requests import body_of, user_of
from workflow_editor.api.serializers.shared import ApiProblemSerializer
from workflow_editor.api.serializers.workflows import (
    InterfaceSerializer,
    PublishedVersionSerializer,
    VersionDetailSerializer,
    VersionPublishSerializer,
    VersionSerializer,
    VersionTextsSerializer,
)
from workflow_editor.models import WorkflowVersion
from workflow_editor.selectors.access import Access, workflow_for
from workflow_editor.selectors.lists.workflows import version_for, version_list
from workflow_editor.services.versions import version_publish, version_update


@extend_schema_view(get=extend_schema(operation_id="version_list"))
class VersionsView(generics.ListAPIView[WorkflowVersion]):
    """The published versions of a workflow, newest first."""

    serializer_class = VersionSerializer
    pagination_class = HighestNumberFirst

    def get_queryset(self) -> Any:
        return version_list(workflow_for(user_of(self.request), self.kwargs["workflow_id"]))

    @extend_schema(
        operation_id="version_publish",
        request=VersionPublishSerializer,
        responses={
            201: PublishedVersionSerializer,
            200: PublishedVersionSerializer,
            (409, "application/problem+json"): OpenApiResponse(
                ApiProblemSerializer, "The graph was saved after the revision that was sent (`graph_changed`)."
            ),
            (422, "application/problem+json"): OpenApiResponse(
                ApiProblemSerializer, "The graph has errors (`graph_invalid`); `details.problems` lists them."
            ),
        },
    )
    def post(self, request: Request, workflow_id: Any) -> Response:
        """Publish the stored graph; 200 instead of 201: nothing changed since the newest version, which is returned."""
        user = user_of(request)
        workflow = workflow_for(user, workflow_id, Access.EDIT)
        given = body_of(request, VersionPublishSerializer)
        report = interface_report(workflow, user)
        version, created = version_publish(workflow, user, **given, refuses_errors=True)
        breaking = report.breaking if created else []
        answer = {
            **VersionSerializer(version_for(workflow, version.number or 0)).data,
            "created": created,
            "breaking": breaking,
            "callers": report.callers if breaking else [],
        }
        return Response(PublishedVersionSerializer(answer).data, status=201 if created else 200)


class VersionView(APIView):
    @extend_schema(operation_id="version_get", responses=VersionDetailSerializer)
    def get(self, request: Request, workflow_id: Any, number: int) -> Response:
        """Return a published version with its graph."""
        workflow = workflow_for(user_of(request), workflow_id)
        return Response(VersionDetailSerializer(version_for(workflow, number)).data)

    @extend_schema(operation_id="version_update", request=VersionTextsSerializer, responses=VersionSerializer)
    def patch(self, request: Request, workflow_id: Any, number: int) -> Response:
        """Change the name or the note of a published version; its graph never changes."""
        workflow = workflow_for(user_of(request), workflow_id, Access.EDIT)
        given = body_of(request, VersionTextsSerializer)
        version = version_update(version_for(workflow, number), **given)
        return Response(VersionSerializer(version).data)


class InterfaceView(APIView):
    @extend_schema(operation_id="workflow_interface", responses=InterfaceSerializer)
    def get(self, request: Request, workflow_id: Any) -> Response:
        """Return the workflow as a tool, and what publishing the stored graph would break for whom."""
        user = user_of(request)
        return Response(InterfaceSerializer(interface_report(workflow_for(user, workflow_id), user)).data)
