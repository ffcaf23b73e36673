"""Where a configured tool is used."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tools.selectors.tool_configs import TOOLS
from workflow_editor.api.requests import user_of
from workflow_editor.api.serializers.uses import ToolUsesSerializer
from workflow_editor.selectors.uses import uses_of_thing


class ToolUsesView(APIView):
    @extend_schema(operation_id="tool_configs_uses", responses=ToolUsesSerializer, tags=["tools"])
    def get(self, request: Request, config_id: UUID) -> Response:
        """List what would miss a tool, as far as one may see it."""
        user = user_of(request)
        tool = TOOLS.get("use", user, config_id)
        return Response(ToolUsesSerializer(uses_of_thing(user=user, kind="tool", id_=tool.pk)).data)
