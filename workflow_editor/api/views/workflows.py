"""Workflows: list, create, change, copy, export and import."""

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tools.api.requests import checked
from tools.core.text import Text
from tools.forms.local_text import request_language
from workflow_editor.api.pagination import SortedLibrary
from workflow_editor.api.parsing import CommentedJsonParser
from workflow_editor.api.requests import body_of, query_of, user_of
from workflow_editor.api.serializers.library import WorkflowsQuerySerializer
from workflow_editor.api.serializers.workflows import (
    WorkflowCreateSerializer,
    WorkflowFileSerializer,
    WorkflowImportQuerySerializer,
    WorkflowImportSerializer,
    WorkflowPatchSerializer,
    WorkflowSummarySerializer,
    WorkflowTemplateSerializer,
)
from workflow_editor.api.texts import localized
from workflow_editor.models import Workflow
from workflow_editor.nodes.builtin.end import EndNode
from workflow_editor.nodes.builtin.note import NoteNode
from workflow_editor.nodes.builtin.start import StartNode
from workflow_editor.selectors.access import Access, workflow_for
from workflow_editor.selectors.graphs.exports import workflow_export
from workflow_editor.selectors.lists.library import library_list
from workflow_editor.selectors.lists.workflows import workflow_pictures, workflow_summary
from workflow_editor.services.starters import starter_list, workflow_create_from_starter
from workflow_editor.services.workflows import (
    workflow_create,
    workflow_create_from_interface,
    workflow_delete,
    workflow_duplicate,
    workflow_update,
)

NAME_LENGTH = 120
_IMPORTED = Text("Imported workflow")


def summary_answer(request: Request, workflow: Workflow, *, status: int = 200) -> Response:
    row = workflow_summary(user_of(request), workflow.pk)
    return Response(WorkflowSummarySerializer(row).data, status=status)


@extend_schema_view(
    get=extend_schema(
        operation_id="workflow_list",
        parameters=[WorkflowsQuerySerializer],
    )
)
class WorkflowsView(generics.ListAPIView[Workflow]):
    """The workflows that the person who asks owns or is a member of."""

    serializer_class = WorkflowSummarySerializer
    pagination_class = SortedLibrary

    def get_queryset(self) -> Any:
        params = self.request.query_params
        narrow = checked(WorkflowsQuerySerializer, {**params.dict(), "tag": params.getlist("tag")})
        del narrow["sort"]
        return library_list(user_of(self.request), **narrow)

    def paginate_queryset(self, queryset: Any) -> Any:
        rows: Any = super().paginate_queryset(queryset)
        pictures = workflow_pictures(rows)
        for row in rows:
            row.picture = pictures.get(row.pk)
        return rows

    @extend_schema(
        operation_id="workflow_create", request=WorkflowCreateSerializer, responses={201: WorkflowSummarySerializer}
    )
    def post(self, request: Request) -> Response:
        """Create a workflow: with a start node only, from a template, or from a document."""
        given = body_of(request, WorkflowCreateSerializer)
        template = given.pop("template", None)
        if template is None:
            workflow = workflow_create(user_of(request), start_name=localized(StartNode.title), **given)
        else:
            user = user_of(request)
            workflow = workflow_create_from_starter(user, starter_id=template, language=request_language(), **given)
        return summary_answer(request, workflow, status=201)


class WorkflowView(APIView):
    @extend_schema(operation_id="workflow_get", responses=WorkflowSummarySerializer)
    def get(self, request: Request, workflow_id: Any) -> Response:
        """Return one workflow without its graph."""
        return Response(WorkflowSummarySerializer(workflow_summary(user_of(request), workflow_id)).data)

    @extend_schema(operation_id="workflow_update", request=WorkflowPatchSerializer, responses=WorkflowSummarySerializer)
    def patch(self, request: Request, workflow_id: Any) -> Response:
        """Rename, describe, limit, move or tag a workflow, or offer it to other agents."""
        given = body_of(request, WorkflowPatchSerializer)
        access = Access.OWN if "offered_over_mcp" in given else Access.EDIT
        workflow = workflow_for(user_of(request), workflow_id, access)
        workflow_update(workflow, **given)
        return summary_answer(request, workflow)

    @extend_schema(operation_id="workflow_delete", responses={204: None})
    def delete(self, request: Request, workflow_id: Any) -> Response:
        """Delete a workflow with its versions and runs; only its owner may."""
        workflow_delete(workflow_for(user_of(request), workflow_id, Access.OWN))
        return Response(status=204)


class WorkflowDuplicateView(APIView):
    @extend_schema(operation_id="workflow_duplicate", request=None, responses={201: WorkflowSummarySerializer})
    def post(self, request: Request, workflow_id: Any) -> Response:
        """Copy a workflow; the copy belongs to the person who asks."""
        workflow = workflow_for(user_of(request), workflow_id)
        mark = localized(Text(" (copy)"))
        name = workflow.name[: NAME_LENGTH - len(mark)] + mark
        return summary_answer(request, workflow_duplicate(user_of(request), workflow, name=name), status=201)


class WorkflowExportView(APIView):
    @extend_schema(operation_id="workflow_export", responses=WorkflowFileSerializer)
    def get(self, request: Request, workflow_id: Any) -> Response:
        """Return the workflow as a file without secrets."""
        return Response(workflow_export(workflow_for(user_of(request), workflow_id)))


class WorkflowImportView(APIView):
    parser_classes = (CommentedJsonParser,)

    @extend_schema(
        operation_id="workflow_import",
        parameters=[WorkflowImportQuerySerializer],
        request=WorkflowImportSerializer,
        responses={201: WorkflowSummarySerializer},
    )
    def post(self, request: Request) -> Response:
        """Create a workflow from an exported file, or from an interface: then its steps are still to be made."""
        name = query_of(request, WorkflowImportQuerySerializer).get("name") or localized(_IMPORTED)
        given = {"name": name, **body_of(request, WorkflowImportSerializer)}
        given.pop("format", None)
        if "document" in given:
            return summary_answer(request, workflow_create(user_of(request), **given), status=201)
        names = [localized(node.title) for node in (StartNode, EndNode, NoteNode)]
        workflow = workflow_create_from_interface(
            user_of(request),
            inputs=given.pop("interfaceInputs", {}),
            outputs=given.pop("interfaceOutputs", {}),
            node_names=(names[0], names[1], names[2]),
            **given,
        )
        return summary_answer(request, workflow, status=201)


class WorkflowTemplatesView(APIView):
    @extend_schema(operation_id="workflow_template_list", responses=WorkflowTemplateSerializer(many=True))
    def get(self, request: Request) -> Response:
        """List the ready-made workflows; all run without internet and without a key."""
        return Response(WorkflowTemplateSerializer(starter_list(), many=True).data)
