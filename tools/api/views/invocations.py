"""The audit log."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from tools.api.pagination import NewestInvocationsFirst
from tools.api.permissions import signed_in
from tools.api.serializers.invocations import InvocationQuerySerializer, ToolInvocationSerializer
from tools.models import ToolInvocation
from tools.selectors.invocations import InvocationFilter, invocation_list


class ToolInvocationList(ListAPIView[ToolInvocation]):
    """Audited tool calls, newest first."""

    serializer_class = ToolInvocationSerializer
    pagination_class = NewestInvocationsFirst

    def get_queryset(self) -> QuerySet[ToolInvocation]:
        query = InvocationQuerySerializer(data=self.request.query_params)
        query.is_valid(raise_exception=True)
        asked = query.validated_data
        return invocation_list(
            user=signed_in(self.request),
            narrow=InvocationFilter(
                tool=asked.get("tool"),
                username=asked.get("user"),
                success={"success": True, "failure": False}.get(asked.get("result", "")),
                decision=asked.get("decision"),
                run_id=asked.get("run"),
                workflow_id=asked.get("workflow"),
            ),
        )

    @extend_schema(operation_id="tool_invocations_list", parameters=[InvocationQuerySerializer], tags=["tools"])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List tool calls: one's own, everybody's for staff."""
        return super().get(request, *args, **kwargs)
