"""The variables of the installation: everybody reads them, administrators change them."""

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from agents.api.permissions import StaffChanges
from workflow_editor.api.requests import body_of, user_of
from workflow_editor.api.serializers.variables import VariableSerializer, VariableSetSerializer
from workflow_editor.models import Variable
from workflow_editor.services.variables import variable_delete, variable_set


@extend_schema_view(get=extend_schema(operation_id="variable_list"))
class VariablesView(generics.ListAPIView[Variable]):
    """All variables, by name."""

    permission_classes = (StaffChanges,)
    serializer_class = VariableSerializer
    pagination_class = None

    def get_queryset(self) -> Any:
        return Variable.objects.select_related("updated_by")


class VariableView(APIView):
    permission_classes = (StaffChanges,)

    @extend_schema(operation_id="variable_set", request=VariableSetSerializer, responses=VariableSerializer)
    def put(self, request: Request, variable_name: str) -> Response:
        """Make a variable, or replace its value."""
        given = body_of(request, VariableSetSerializer)
        return Response(VariableSerializer(variable_set(user_of(request), name=variable_name, **given)).data)

    @extend_schema(operation_id="variable_delete", responses={204: None})
    def delete(self, request: Request, variable_name: str) -> Response:
        """Delete a variable; references to it are empty from then on."""
        variable_delete(variable_name)
        return Response(status=204)
