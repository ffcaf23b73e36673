"""Run overview of the home page."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from workflow_editor.api.requests import query_of, user_of
from workflow_editor.api.serializers.overview import OverviewQuerySerializer, OverviewSerializer
from workflow_editor.selectors.overview import overview


class OverviewView(APIView):
    @extend_schema(operation_id="overview_get", parameters=[OverviewQuerySerializer], responses=OverviewSerializer)
    def get(self, request: Request) -> Response:
        """Return the newest runs and failures, and the last 30 days, of all workflows that the person who asks sees."""
        zone = query_of(request, OverviewQuerySerializer)["timezone"]
        return Response(OverviewSerializer(overview(user_of(request), zone, timezone.now())).data)
