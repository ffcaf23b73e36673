"""Debugging of finished runs: rerun from a node, compare, pin an output."""

from collections.abc import Callable
from functools import partial
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from workflow_editor.api.requests import body_of, query_of, user_of
from workflow_editor.api.schema import IDEMPOTENCY_KEY, PREFER
from workflow_editor.api.serializers.run_debugging import (
    ComparedValueQuerySerializer,
    ComparisonQuerySerializer,
    OutputChangeSerializer,
    PinnedSerializer,
    PinSerializer,
    RunComparisonSerializer,
    RunForkSerializer,
)
from workflow_editor.api.serializers.runs import RunSerializer
from workflow_editor.api.views.runs import idempotency_key, run_answer
from workflow_editor.models import Run
from workflow_editor.selectors.access import Access, run_for
from workflow_editor.selectors.run_comparison import compared_value, run_comparison
from workflow_editor.services.runs.fork import run_fork, run_retry
from workflow_editor.services.runs.idempotency import run_once
from workflow_editor.services.runs.pin import output_pin


class RunForkView(APIView):
    @extend_schema(
        operation_id="run_fork",
        request=RunForkSerializer,
        parameters=[IDEMPOTENCY_KEY, PREFER],
        responses={201: RunSerializer, 200: RunSerializer},
    )
    def post(self, request: Request, run_id: Any) -> Response:
        """Run again from one node on, with other inputs or settings, adopting earlier results."""
        return _again(request, run_id, run_fork, RunForkSerializer)


class RunRetryView(APIView):
    @extend_schema(
        operation_id="run_retry",
        request=None,
        parameters=[IDEMPOTENCY_KEY, PREFER],
        responses={201: RunSerializer, 200: RunSerializer},
    )
    def post(self, request: Request, run_id: Any) -> Response:
        """Run failed and stopped nodes again, adopting those that succeeded."""
        return _again(request, run_id, run_retry)


def _again(
    request: Request, run_id: Any, begin: Callable[..., Run], serializer: type[Serializer[Any]] = Serializer
) -> Response:
    """Answer with the new run; 200 means that the key was used before."""
    user, key = user_of(request), idempotency_key(request)
    source = run_for(user, run_id, Access.EDIT)
    given = body_of(request, serializer)
    run, is_new = run_once(source.workflow, user, key, partial(begin, source, user, idempotency_key=key, **given))
    return run_answer(request, run, status=201 if is_new else 200)


class RunCompareView(APIView):
    @extend_schema(
        operation_id="run_compare", parameters=[ComparisonQuerySerializer], responses=RunComparisonSerializer
    )
    def get(self, request: Request, run_id: Any) -> Response:
        """Compare a run with another one, node by node."""
        user = user_of(request)
        left = run_for(user, run_id)
        query = query_of(request, ComparisonQuerySerializer)
        right = run_for(user, query["with"])
        return Response(RunComparisonSerializer(run_comparison(left, right, query["scope"])).data)


class RunComparedValueView(APIView):
    @extend_schema(
        operation_id="run_compare_value", parameters=[ComparedValueQuerySerializer], responses=OutputChangeSerializer
    )
    def get(self, request: Request, run_id: Any) -> Response:
        """Return one difference of two runs whole, up to 1 MB a side."""
        user = user_of(request)
        left = run_for(user, run_id)
        query = query_of(request, ComparedValueQuerySerializer)
        right = run_for(user, query["with"])
        change = compared_value(left, right, query["node_key"], query["path"], query["scope"])
        return Response(OutputChangeSerializer(change).data)


class RunNodePinView(APIView):
    @extend_schema(
        operation_id="run_node_pin",
        request=PinSerializer,
        parameters=[OpenApiParameter("node_key", OpenApiTypes.STR, OpenApiParameter.PATH)],
        responses=PinnedSerializer,
    )
    def post(self, request: Request, run_id: Any, node_key: str) -> Response:
        """Pin what a node gave in this run to the node of the graph."""
        user = user_of(request)
        run = run_for(user, run_id, Access.EDIT)
        return Response({"revision": output_pin(run, user, node_key, **body_of(request, PinSerializer))})
