"""Submissions of a public form, for viewers of its workflow: a table and a file."""

from typing import Any

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_view
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from workflow_editor.api.pagination import HighestIdFirst
from workflow_editor.api.requests import query_of, user_of
from workflow_editor.api.serializers.triggers import (
    SentFormSerializer,
    SubmissionColumnSerializer,
    SubmissionsQuerySerializer,
)
from workflow_editor.models import TriggerDelivery
from workflow_editor.selectors.outside.submissions import submission_fields, submissions, submissions_csv
from workflow_editor.selectors.outside.triggers import trigger_for


@extend_schema_view(get=extend_schema(operation_id="submission_list", parameters=[SubmissionsQuerySerializer]))
class SubmissionsView(generics.ListAPIView[TriggerDelivery]):
    """Submissions of a form, newest first."""

    serializer_class = SentFormSerializer
    pagination_class = HighestIdFirst

    def get_queryset(self) -> Any:
        trigger = trigger_for(user_of(self.request), self.kwargs["workflow_id"], self.kwargs["node_key"])
        return submissions(trigger, **query_of(self.request, SubmissionsQuerySerializer))


class SubmissionColumnsView(APIView):
    @extend_schema(operation_id="submission_columns", responses=SubmissionColumnSerializer(many=True))
    def get(self, request: Request, workflow_id: Any, node_key: str) -> Response:
        """Return the fields that the form asks for."""
        trigger = trigger_for(user_of(request), workflow_id, node_key)
        return Response(SubmissionColumnSerializer(submission_fields(trigger), many=True).data)


class SubmissionFileView(APIView):
    @extend_schema(
        operation_id="submission_export",
        parameters=[SubmissionsQuerySerializer],
        responses={(200, "text/csv"): OpenApiResponse(OpenApiTypes.STR, "CSV in UTF-8.")},
    )
    def get(self, request: Request, workflow_id: Any, node_key: str) -> StreamingHttpResponse:
        """Download what people sent."""
        trigger = trigger_for(user_of(request), workflow_id, node_key)
        rows = submissions(trigger, **query_of(request, SubmissionsQuerySerializer))
        response = StreamingHttpResponse(submissions_csv(trigger, rows), content_type="text/csv; charset=utf-8")
        response["Content-Disposition"] = 'attachment; filename="submissions.csv"'
        return response
