"""Runs: start them, watch them, stop them."""

import re
from functools import partial
from hashlib import sha256
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tools.api.requests import checked
from workflow_editor.api.parsing import JsonParser, JsonWithFilesParser, json_and_files
from workflow_editor.api.requests import is_still_signed_in, query_of, user_of
from workflow_editor.api.schema import IDEMPOTENCY_KEY, PREFER
from workflow_editor.api.serializers.runs import (
    EventsQuerySerializer,
    NodeRunQuerySerializer,
    NodeRunSerializer,
    RunCreateSerializer,
    RunEventsSerializer,
    RunSerializer,
    RunsQuerySerializer,
    RunSummarySerializer,
    RunWithFilesSerializer,
    SentPromptSerializer,
    nodes_by_key,
)
from workflow_editor.models import Run
from workflow_editor.models.status import OPEN_STATUSES
from workflow_editor.selectors.access import Access, run_for, workflow_for
from workflow_editor.selectors.run_events import events_after
from workflow_editor.selectors.runs import node_run_latest, run_list_for_user
from workflow_editor.selectors.sent_prompts import sent_prompts
from workflow_editor.selectors.workflow_tests import version_numbered
from workflow_editor.services.file_uses import files_upload
from workflow_editor.services.runs.await_completion import run_wait
from workflow_editor.services.runs.cancel import run_cancel
from workflow_editor.services.runs.start import run_start

MAX_WAIT_S = 120
LONGEST_KEY = 200
_WAIT = re.compile(r"(?:^|[,;\s])wait\s*=\s*(\d{1,6})", re.IGNORECASE)


def wanted_wait_s(request: Request) -> int:
    """Return the seconds that the client wants to wait for the run's end; 0 by default.

    Source: RFC 7240, section 4.3.
    """
    found = _WAIT.search(request.headers.get("Prefer", ""))
    return min(int(found.group(1)), MAX_WAIT_S) if found else 0


def run_answer(request: Request, run: Run, *, status: int) -> Response:
    """Answer with the whole run, when the client wants to wait after its end or once it asks a person."""
    wait_s = wanted_wait_s(request)
    headers = {}
    if wait_s:
        if run.status in OPEN_STATUSES:
            run_wait(run.pk, wait_s, partial(is_still_signed_in, request))
            run = run_for(user_of(request), run.pk)
        headers["Preference-Applied"] = f"wait={wait_s}"
    return Response(RunSerializer(run).data, status=status, headers=headers)


def idempotency_key(request: Request) -> str | None:
    """Return the caller's key; of one that is too long to be stored, its hash."""
    key = request.headers.get("Idempotency-Key", "").strip()
    return (key if len(key) <= LONGEST_KEY else sha256(key.encode()).hexdigest()) or None


class WorkflowRunsView(APIView):
    parser_classes = (JsonParser, JsonWithFilesParser)

    @extend_schema(
        operation_id="run_create",
        request={"application/json": RunCreateSerializer, "multipart/form-data": RunWithFilesSerializer},
        parameters=[IDEMPOTENCY_KEY, PREFER],
        responses={201: RunSerializer, 200: RunSerializer},
    )
    def post(self, request: Request, workflow_id: Any) -> Response:
        """Run the draft or a published version; parts named by inputs are files. 200: the key was used before."""
        user = user_of(request)
        workflow = workflow_for(user, workflow_id, Access.EDIT)
        body, files = json_and_files(request)
        given = checked(RunCreateSerializer, body, strict=True)
        given["inputs"] = {**given["inputs"], **files_upload(user, files)}
        number = given.pop("version")
        version = None if number is None else version_numbered(workflow, number)
        key = idempotency_key(request)
        run, is_new = run_start(workflow, user, **given, version=version, trigger="manual", idempotency_key=key)
        return run_answer(request, run, status=201 if is_new else 200)


@extend_schema_view(get=extend_schema(operation_id="run_list", parameters=[RunsQuerySerializer]))
class RunsView(generics.ListAPIView[Run]):
    """The runs of all workflows that the person who asks sees, newest first."""

    serializer_class = RunSummarySerializer

    def get_queryset(self) -> Any:
        return run_list_for_user(user_of(self.request), **query_of(self.request, RunsQuerySerializer))


class RunView(APIView):
    @extend_schema(operation_id="run_get", responses=RunSerializer)
    def get(self, request: Request, run_id: Any) -> Response:
        """Return a run with its graph and what each node did."""
        return Response(RunSerializer(run_for(user_of(request), run_id)).data)


class RunCancelView(APIView):
    @extend_schema(operation_id="run_cancel", request=None, responses=RunSummarySerializer)
    def post(self, request: Request, run_id: Any) -> Response:
        """Ask a run to stop; one that is over stays as it is."""
        user = user_of(request)
        run = run_for(user, run_id, Access.EDIT)
        run_cancel(run.pk)
        return Response(RunSummarySerializer(run_for(user, run.pk)).data)


class RunEventsView(APIView):
    @extend_schema(operation_id="run_event_list", parameters=[EventsQuerySerializer], responses=RunEventsSerializer)
    def get(self, request: Request, run_id: Any) -> Response:
        """Return the events behind a number, in order."""
        run = run_for(user_of(request), run_id)
        return Response({"results": events_after(run.pk, **query_of(request, EventsQuerySerializer))})


class RunNodeView(APIView):
    @extend_schema(
        operation_id="run_node_get",
        parameters=[OpenApiParameter("node_key", OpenApiTypes.STR, OpenApiParameter.PATH), NodeRunQuerySerializer],
        responses=NodeRunSerializer,
    )
    def get(self, request: Request, run_id: Any, node_key: str) -> Response:
        """Return what one node did, with its whole output."""
        run = run_for(user_of(request), run_id)
        node_run = node_run_latest(run, node_key, **query_of(request, NodeRunQuerySerializer))
        return Response(NodeRunSerializer(node_run, context={"nodes": nodes_by_key(run)}).data)


class RunNodePromptView(APIView):
    @extend_schema(
        operation_id="run_node_prompt",
        parameters=[OpenApiParameter("node_key", OpenApiTypes.STR, OpenApiParameter.PATH), NodeRunQuerySerializer],
        responses=SentPromptSerializer,
    )
    def get(self, request: Request, run_id: Any, node_key: str) -> Response:
        """Return what a node sent to its model in all calls, as it was sent."""
        run = run_for(user_of(request), run_id)
        node_run = node_run_latest(run, node_key, **query_of(request, NodeRunQuerySerializer))
        return Response(SentPromptSerializer(sent_prompts(node_run.id)).data)
