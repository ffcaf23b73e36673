"""Recent health of a configured tool."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tools.api.permissions import signed_in
from tools.api.serializers.tool_configs import ToolHealthSerializer
from tools.selectors.tool_configs import tool_config_get
from tools.selectors.tool_health import tool_config_health


class ToolConfigHealth(APIView):
    """Success and failure of one tool's newest calls."""

    @extend_schema(operation_id="tool_configs_health", responses=ToolHealthSerializer, tags=["tools"])
    def get(self, request: Request, config_id: UUID) -> Response:
        """Count the tool's newest live calls and return its last error."""
        user = signed_in(request)
        tool = tool_config_get(user=user, config_id=config_id)
        return Response(ToolHealthSerializer(tool_config_health(tool=tool, user=user)).data)
