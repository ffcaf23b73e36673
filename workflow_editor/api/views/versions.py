"""Published versions of a workflow."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from workflow_editor.agent_runtime.callers import interface_report
from workflow_editor.api.requests import user_of
from workflow_editor.api.serializers.workflows import (
    InterfaceSerializer,
    PublishedVersionSerializer,
    VersionSerializer,
)
from workflow_editor.selectors.access import Access, workflow_for
from workflow_editor.selectors.workflows import version_list
from workflow_editor.services.versions import version_publish


class VersionsView(APIView):
    @extend_schema(operation_id="version_list", responses=VersionSerializer(many=True))
    def get(self, request: Request, workflow_id: Any) -> Response:
        """List the published versions, newest first."""
        versions = version_list(workflow_for(user_of(request), workflow_id))
        return Response(VersionSerializer(versions, many=True).data)

    @extend_schema(operation_id="version_publish", request=None, responses={201: PublishedVersionSerializer})
    def post(self, request: Request, workflow_id: Any) -> Response:
        """Publish the stored graph; when nothing changed since, the newest version is returned again."""
        user = user_of(request)
        workflow = workflow_for(user, workflow_id, Access.EDIT)
        report = interface_report(workflow, user)
        report_fields = {"breaking": report.breaking, "callers": report.callers if report.breaking else []}
        version = version_publish(workflow, user)
        return Response(
            PublishedVersionSerializer({**VersionSerializer(version).data, **report_fields}).data, status=201
        )


class InterfaceView(APIView):
    @extend_schema(operation_id="workflow_interface", responses=InterfaceSerializer)
    def get(self, request: Request, workflow_id: Any) -> Response:
        """Return the workflow as a tool, and what publishing the stored graph would break for whom."""
        user = user_of(request)
        return Response(InterfaceSerializer(interface_report(workflow_for(user, workflow_id), user)).data)
