"""Why a run is not over, and what it has done already."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from workflow_editor.api.requests import user_of
from workflow_editor.api.serializers.approvals import ExplanationSerializer
from workflow_editor.api.serializers.receipts import ReceiptSerializer
from workflow_editor.selectors.access import run_for
from workflow_editor.selectors.explanations import run_explain
from workflow_editor.selectors.receipts import run_receipt


class RunExplainView(APIView):
    @extend_schema(operation_id="run_explain", responses=ExplanationSerializer(many=True))
    def get(self, request: Request, run_id: Any) -> Response:
        """Explain the waits of an unfinished run; empty for a finished run."""
        run = run_for(user_of(request), run_id)
        return Response(ExplanationSerializer(run_explain(run), many=True).data)


class RunReceiptView(APIView):
    @extend_schema(operation_id="run_receipt", responses=ReceiptSerializer)
    def get(self, request: Request, run_id: Any) -> Response:
        """Return a run's receipt: the calls sent, the nodes stopped, and those not begun."""
        user = user_of(request)
        return Response(ReceiptSerializer(run_receipt(run_for(user, run_id), user)).data)
