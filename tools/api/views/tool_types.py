"""The catalogue of tools."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tools.api.serializers.tool_types import ToolTypeSerializer
from tools.executors.registry import registry


class ToolTypeList(APIView):
    """Everything that can be configured or switched on."""

    @extend_schema(operation_id="tool_types_list", responses=ToolTypeSerializer(many=True), tags=["tools"])
    def get(self, request: Request) -> Response:
        """List the UI types and the built-in tools with the schemas of their forms."""
        return Response(ToolTypeSerializer(registry.catalogue(), many=True).data)
