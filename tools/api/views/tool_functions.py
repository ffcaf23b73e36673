"""Tools as functions: what they are called, what they ask for, and which of them a server has to offer."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tools.api.permissions import signed_in
from tools.api.serializers.tool_configs import (
    FunctionQuerySerializer,
    FunctionSerializer,
    ProgramSerializer,
    ToolFunctionSerializer,
)
from tools.selectors.tool_configs import tool_config_get
from tools.services.tool_functions import mcp_program_names, tool_config_functions, tool_function


class ToolFunctionView(APIView):
    """One function of any kind of tool."""

    @extend_schema(
        operation_id="tool_functions_get",
        parameters=[FunctionQuerySerializer],
        responses=FunctionSerializer,
        tags=["tools"],
    )
    def get(self, request: Request) -> Response:
        """Return its name and the form of its arguments; for a function of a server, ask the server."""
        wanted = FunctionQuerySerializer(data=request.query_params)
        wanted.is_valid(raise_exception=True)
        found = tool_function(tool_id=wanted.validated_data["tool"], user=signed_in(request))
        return Response(FunctionSerializer(found).data)


class ToolConfigFunctions(APIView):
    """Functions of one configured tool."""

    @extend_schema(
        operation_id="tool_configs_functions",
        request=None,
        responses=ToolFunctionSerializer(many=True),
        tags=["tools"],
    )
    def post(self, request: Request, config_id: UUID) -> Response:
        """Ask the server that the stored settings name what it offers; 30 seconds old at most."""
        user = signed_in(request)
        tool = tool_config_get(user=user, config_id=config_id)
        found = tool_config_functions(tool=tool, user=user)
        return Response(ToolFunctionSerializer(found, many=True).data)


class McpProgramList(APIView):
    """The MCP servers that may be started as programs."""

    @extend_schema(operation_id="mcp_programs_list", responses=ProgramSerializer(many=True), tags=["tools"])
    def get(self, request: Request) -> Response:
        """List the names in the operator's list; commands and their environment stay with the operator."""
        return Response([{"name": name} for name in mcp_program_names()])
