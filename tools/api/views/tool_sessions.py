"""Sessions of stateful tools, and batches of calls."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tools.api.permissions import signed_in
from tools.api.requests import body_of
from tools.api.serializers.tool_sessions import (
    ToolBatchReportSerializer,
    ToolBatchRequestSerializer,
    ToolSessionCreateSerializer,
    ToolSessionSerializer,
)
from tools.api.serializers.tool_tests import ResultFormQuerySerializer, result_form
from tools.selectors.tool_configs import tool_config_get
from tools.selectors.tool_sessions import tool_session_get, tool_session_list
from tools.services.tool_batches import BatchCall, tool_batch_run
from tools.services.tool_sessions import tool_session_create, tool_session_destroy, tool_session_refresh


class ToolSessionList(APIView):
    """One's own sessions; all for staff."""

    @extend_schema(operation_id="tool_sessions_list", responses=ToolSessionSerializer(many=True), tags=["tools"])
    def get(self, request: Request) -> Response:
        """List the sessions that live, newest first."""
        rows = tool_session_list(user=signed_in(request))
        return Response(ToolSessionSerializer(rows, many=True).data)

    @extend_schema(
        operation_id="tool_sessions_create",
        request=ToolSessionCreateSerializer,
        responses={201: ToolSessionSerializer, 200: ToolSessionSerializer},
        tags=["tools"],
    )
    def post(self, request: Request) -> Response:
        """Make a session of a stateful tool; one of the same tool and name that lives is returned (200)."""
        user = signed_in(request)
        given = body_of(request, ToolSessionCreateSerializer)
        tool = tool_config_get(user=user, config_id=given["tool"])
        session, is_new = tool_session_create(tool=tool, user=user, name=given["name"])
        code = status.HTTP_201_CREATED if is_new else status.HTTP_200_OK
        return Response(ToolSessionSerializer(session).data, status=code)


class ToolSessionDetail(APIView):
    """One session."""

    @extend_schema(operation_id="tool_sessions_destroy", responses={204: None}, tags=["tools"])
    def delete(self, request: Request, session_id: str) -> Response:
        """End the session; what it remembers is deleted."""
        session = tool_session_get(user=signed_in(request), session_id=session_id)
        tool_session_destroy(session=session)
        return Response(status=status.HTTP_204_NO_CONTENT)


class ToolSessionRefresh(APIView):
    """Extends the life of one session."""

    @extend_schema(operation_id="tool_sessions_refresh", request=None, responses=ToolSessionSerializer, tags=["tools"])
    def post(self, request: Request, session_id: str) -> Response:
        """Let the session live for its whole time again; every call does so, too."""
        session = tool_session_get(user=signed_in(request), session_id=session_id)
        return Response(ToolSessionSerializer(tool_session_refresh(session=session)).data)


class ToolBatch(APIView):
    """Several calls at once."""

    @extend_schema(
        operation_id="tool_batch",
        parameters=[ResultFormQuerySerializer],
        request=ToolBatchRequestSerializer,
        responses=ToolBatchReportSerializer,
        tags=["tools"],
    )
    def post(self, request: Request) -> Response:
        """Call configured tools one after the other or side by side, in one session; mode `test` sends nothing."""
        given = body_of(request, ToolBatchRequestSerializer)
        given = dict(given)
        calls = [BatchCall(**call) for call in given.pop("calls")]
        form = result_form(request)
        report = tool_batch_run(user=signed_in(request), calls=calls, result_form=form, **given)
        return Response(ToolBatchReportSerializer(report).data)
