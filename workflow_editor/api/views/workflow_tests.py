"""Tests: made from runs or files, changed, replayed."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from workflow_editor.api.requests import body_of, user_of
from workflow_editor.api.serializers.workflow_tests import (
    WorkflowTestFileSerializer,
    WorkflowTestPatchSerializer,
    WorkflowTestRecordSerializer,
    WorkflowTestReplaySerializer,
    WorkflowTestResultSerializer,
    WorkflowTestSerializer,
)
from workflow_editor.selectors.access import Access, run_for, workflow_for
from workflow_editor.selectors.testing.workflow_tests import (
    version_numbered,
    workflow_test_for,
    workflow_test_list,
    workflow_test_results,
)
from workflow_editor.services.testing.files import workflow_test_export, workflow_test_import
from workflow_editor.services.testing.record import workflow_test_record
from workflow_editor.services.testing.results import workflow_test_run
from workflow_editor.services.testing.update import workflow_test_update


class RunTestView(APIView):
    @extend_schema(
        operation_id="run_save_as_test",
        request=WorkflowTestRecordSerializer,
        responses={201: WorkflowTestSerializer},
    )
    def post(self, request: Request, run_id: Any) -> Response:
        """Store a finished run as a test, after one trial replay."""
        user = user_of(request)
        run = run_for(user, run_id, Access.EDIT)
        test = workflow_test_record(run, user, **body_of(request, WorkflowTestRecordSerializer))
        return Response(WorkflowTestSerializer(test).data, status=201)


class WorkflowTestsView(APIView):
    @extend_schema(operation_id="workflow_test_list", responses=WorkflowTestSerializer(many=True))
    def get(self, request: Request, workflow_id: Any) -> Response:
        """Return the tests of a workflow by name, each with its last result."""
        workflow = workflow_for(user_of(request), workflow_id)
        return Response(WorkflowTestSerializer(workflow_test_list(workflow), many=True).data)

    @extend_schema(
        operation_id="workflow_test_import",
        request=WorkflowTestFileSerializer,
        responses={201: WorkflowTestSerializer},
    )
    def post(self, request: Request, workflow_id: Any) -> Response:
        """Store the test of an exported file; the workflow that it names does not matter."""
        user = user_of(request)
        workflow = workflow_for(user, workflow_id, Access.EDIT)
        test = workflow_test_import(request.data, workflow, user)
        return Response(WorkflowTestSerializer(test).data, status=201)


class WorkflowTestView(APIView):
    @extend_schema(operation_id="workflow_test_get", responses=WorkflowTestSerializer)
    def get(self, request: Request, test_id: Any) -> Response:
        """Return one test."""
        return Response(WorkflowTestSerializer(workflow_test_for(user_of(request), test_id)).data)

    @extend_schema(
        operation_id="workflow_test_update", request=WorkflowTestPatchSerializer, responses=WorkflowTestSerializer
    )
    def patch(self, request: Request, test_id: Any) -> Response:
        """Change the name, inputs or demands of a test."""
        test = workflow_test_for(user_of(request), test_id, Access.EDIT)
        workflow_test_update(test, **body_of(request, WorkflowTestPatchSerializer))
        return Response(WorkflowTestSerializer(test).data)

    @extend_schema(operation_id="workflow_test_delete", responses={204: None})
    def delete(self, request: Request, test_id: Any) -> Response:
        """Delete a test with its results; its replays stay in the list of runs."""
        workflow_test_for(user_of(request), test_id, Access.EDIT).delete()
        return Response(status=204)


class WorkflowTestExportView(APIView):
    @extend_schema(operation_id="workflow_test_export", responses=WorkflowTestFileSerializer)
    def get(self, request: Request, test_id: Any) -> Response:
        """Return the test with its cassette as a file without secrets."""
        return Response(workflow_test_export(workflow_test_for(user_of(request), test_id)))


class WorkflowTestResultsView(APIView):
    @extend_schema(operation_id="workflow_test_result_list", responses=WorkflowTestResultSerializer(many=True))
    def get(self, request: Request, test_id: Any) -> Response:
        """Return what came of the test so far, newest first; the last 50 are kept."""
        results = workflow_test_results(workflow_test_for(user_of(request), test_id))
        return Response(WorkflowTestResultSerializer(results, many=True).data)

    @extend_schema(
        operation_id="workflow_test_replay",
        request=WorkflowTestReplaySerializer,
        responses={201: WorkflowTestResultSerializer},
    )
    def post(self, request: Request, test_id: Any) -> Response:
        """Replay the test and return what came of it; nothing outside is called."""
        user = user_of(request)
        test = workflow_test_for(user, test_id, Access.EDIT)
        number = body_of(request, WorkflowTestReplaySerializer).get("version")
        version = None if number is None else version_numbered(test.workflow, number)
        return Response(WorkflowTestResultSerializer(workflow_test_run(test, user, version)).data, status=201)
