"""Configured tools."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tools.api.permissions import signed_in
from tools.api.requests import body_of
from tools.api.serializers.code import ToolConfigDetailSerializer
from tools.api.serializers.tool_configs import (
    ToolConfigCreateSerializer,
    ToolConfigSerializer,
    ToolConfigUpdateSerializer,
)
from tools.api.serializers.tool_tests import (
    ResultFormQuerySerializer,
    ToolTestReportSerializer,
    ToolTestRequestSerializer,
    result_form,
)
from tools.models import ToolConfig
from tools.selectors.tool_configs import tool_config_get, tool_config_get_for_change, tool_config_list
from tools.services.tool_configs import tool_config_create, tool_config_delete, tool_config_update
from tools.services.tool_tests import tool_config_test


class ToolConfigList(APIView):
    """One's own tools, and shared ones that one took up."""

    @extend_schema(operation_id="tool_configs_list", responses=ToolConfigSerializer(many=True), tags=["tools"])
    def get(self, request: Request) -> Response:
        """List one's own tools and the shared ones that one took up, by name."""
        user = signed_in(request)
        rows = tool_config_list(user=user)
        return Response(ToolConfigSerializer(rows, many=True, context={"user": user}).data)

    @extend_schema(
        operation_id="tool_configs_create",
        request=ToolConfigCreateSerializer,
        responses={201: ToolConfigDetailSerializer},
        tags=["tools"],
    )
    def post(self, request: Request) -> Response:
        """Configure a tool; secret fields of `config` are stored encrypted and never come back."""
        given = body_of(request, ToolConfigCreateSerializer)
        tool = tool_config_create(owner=signed_in(request), complete=True, **given)
        return Response(_shown(tool, request), status=status.HTTP_201_CREATED)


class ToolConfigDetail(APIView):
    """One configured tool."""

    @extend_schema(operation_id="tool_configs_retrieve", responses=ToolConfigDetailSerializer, tags=["tools"])
    def get(self, request: Request, config_id: UUID) -> Response:
        """Return the tool; its secrets are null."""
        tool = tool_config_get(user=signed_in(request), config_id=config_id)
        return Response(_shown(tool, request))

    @extend_schema(
        operation_id="tool_configs_update",
        request=ToolConfigUpdateSerializer,
        responses=ToolConfigDetailSerializer,
        tags=["tools"],
    )
    def patch(self, request: Request, config_id: UUID) -> Response:
        """Change the tool; what is left out stays."""
        tool = tool_config_get_for_change(user=signed_in(request), config_id=config_id)
        given = body_of(request, ToolConfigUpdateSerializer)
        tool = tool_config_update(tool=tool, complete="config" in given, **given)
        return Response(_shown(tool, request))

    @extend_schema(operation_id="tool_configs_destroy", responses={204: None}, tags=["tools"])
    def delete(self, request: Request, config_id: UUID) -> Response:
        """Delete the tool and its secrets."""
        tool = tool_config_get_for_change(user=signed_in(request), config_id=config_id)
        tool_config_delete(tool=tool)
        return Response(status=status.HTTP_204_NO_CONTENT)


class ToolConfigTest(APIView):
    """Tries a tool."""

    @extend_schema(
        operation_id="tool_configs_test",
        parameters=[ResultFormQuerySerializer],
        request=ToolTestRequestSerializer,
        responses=ToolTestReportSerializer,
        tags=["tools"],
    )
    def post(self, request: Request, config_id: UUID) -> Response:
        """Call the tool once through the gateway; mode `test` checks everything and sends nothing."""
        user = signed_in(request)
        tool = tool_config_get(user=user, config_id=config_id)
        given = body_of(request, ToolTestRequestSerializer)
        report = tool_config_test(
            tool=tool,
            user=user,
            arguments=given["arguments"],
            mode=given["mode"],
            function=given["function"],
            session_id=given["session_id"],
            result_form=result_form(request),
        )
        return Response(ToolTestReportSerializer(report).data)


def _shown(tool: ToolConfig, request: Request) -> Any:
    return ToolConfigDetailSerializer(tool, context={"user": signed_in(request)}).data
