"""Why a run is not over."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from workflow_editor.api.requests import user_of
from workflow_editor.api.serializers.approvals import ExplanationSerializer
from workflow_editor.selectors.access import run_for
from workflow_editor.selectors.explanations import run_explain


class RunExplainView(APIView):
    @extend_schema(operation_id="run_explain", responses=ExplanationSerializer(many=True))
    def get(self, request: Request, run_id: Any) -> Response:
        """Tell what an unfinished run waits for; nothing for a run that is over."""
        run = run_for(user_of(request), run_id)
        return Response(ExplanationSerializer(run_explain(run), many=True).data)
