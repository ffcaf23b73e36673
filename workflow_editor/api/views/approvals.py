"""Waits for people: list and answer."""

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from workflow_editor.api.requests import body_of, query_of, user_of
from workflow_editor.api.serializers.approvals import (
    ApprovalAnswerSerializer,
    ApprovalSerializer,
    ApprovalsQuerySerializer,
)
from workflow_editor.models import Wait
from workflow_editor.selectors.waits import wait_for, wait_list_for_user
from workflow_editor.services.runs.waits.answer import wait_answer


@extend_schema_view(get=extend_schema(operation_id="approval_list", parameters=[ApprovalsQuerySerializer]))
class ApprovalsView(generics.ListAPIView[Wait]):
    """Open decisions of the asking person, newest first: in workflows they own or edit, where they are named, and about
    the destinations of their credentials.
    """

    serializer_class = ApprovalSerializer

    def get_queryset(self) -> Any:
        return wait_list_for_user(user_of(self.request), **query_of(self.request, ApprovalsQuerySerializer))


class ApprovalAnswerView(APIView):
    @extend_schema(operation_id="approval_answer", request=ApprovalAnswerSerializer, responses=ApprovalSerializer)
    def post(self, request: Request, wait_id: int) -> Response:
        """Decide; 409 `already_answered`, `wait_expired` or `wait_cancelled` when it is too late."""
        user = user_of(request)
        wait = wait_for(user, wait_id)
        answered = wait_answer(user, wait, **body_of(request, ApprovalAnswerSerializer))
        return Response(ApprovalSerializer(answered, context={"request": request}).data)
