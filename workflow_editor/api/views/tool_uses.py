"""Uses of a configured tool."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tools.selectors.tool_configs import tool_config_get
from workflow_editor.api.requests import user_of
from workflow_editor.api.serializers.uses import ToolUseSerializer, ToolUsesSerializer
from workflow_editor.selectors.node_uses import workflow_uses
from workflow_editor.selectors.tool_uses import tool_uses


class ToolWorkflowsView(APIView):
    @extend_schema(operation_id="tool_configs_workflows", responses=ToolUseSerializer(many=True), tags=["tools"])
    def get(self, request: Request, config_id: UUID) -> Response:
        """List the workflows that use a tool, those that one may see."""
        user = user_of(request)
        tool = tool_config_get(user=user, config_id=config_id)
        return Response(ToolUseSerializer(workflow_uses(user=user, kind="tool", id_=tool.pk), many=True).data)


class ToolUsesView(APIView):
    @extend_schema(operation_id="tool_configs_uses", responses=ToolUsesSerializer, tags=["tools"])
    def get(self, request: Request, config_id: UUID) -> Response:
        """List what would miss a tool, as far as one may see it."""
        user = user_of(request)
        tool = tool_config_get(user=user, config_id=config_id)
        return Response(ToolUsesSerializer(tool_uses(user=user, tool=tool)).data)
