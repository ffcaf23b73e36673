"""The catalogue of node types, and of the filters that their templates have."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from workflow_editor.api.serializers.node_types import NodeTypeInfoSerializer, TemplateFilterSerializer
from workflow_editor.nodes.registry import builtin_registry
from workflow_editor.nodes.templates.filter_help import filter_list


class NodeTypesView(APIView):
    @extend_schema(operation_id="node_type_list", responses=NodeTypeInfoSerializer(many=True))
    def get(self, request: Request) -> Response:
        """List the node types with the JSON Schemas that forms are drawn from."""
        return Response(builtin_registry().catalogue())


class TemplateFiltersView(APIView):
    @extend_schema(operation_id="template_filter_list", responses=TemplateFilterSerializer(many=True))
    def get(self, request: Request) -> Response:
        """List the filters usable after `|` in a template, each with an example."""
        return Response(filter_list())
