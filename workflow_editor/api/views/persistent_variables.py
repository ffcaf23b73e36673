"""The variables that runs set: those of a workflow, and those of a conversation."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from workflow_editor.api.requests import body_of, user_of
from workflow_editor.api.serializers.variables import PersistentVariablesSerializer
from workflow_editor.selectors.access import Access, workflow_for
from workflow_editor.selectors.conversations import turn_for
from workflow_editor.services.persistent_variables import (
    turn_variables,
    turn_variables_change,
    workflow_variables,
    workflow_variables_change,
)


class WorkflowVariablesView(APIView):
    @extend_schema(operation_id="workflow_variables_get", responses=PersistentVariablesSerializer)
    def get(self, request: Request, workflow_id: Any) -> Response:
        """Return the values of `{{ vars.* }}` in the next live run."""
        workflow = workflow_for(user_of(request), workflow_id)
        return Response({"values": workflow_variables(workflow)})

    @extend_schema(
        operation_id="workflow_variables_change",
        request=PersistentVariablesSerializer,
        responses=PersistentVariablesSerializer,
    )
    def patch(self, request: Request, workflow_id: Any) -> Response:
        """Set variables by name, or forget those that are null; others stay."""
        workflow = workflow_for(user_of(request), workflow_id, Access.EDIT)
        given = body_of(request, PersistentVariablesSerializer)
        return Response({"values": workflow_variables_change(workflow, given["values"])})


class TurnVariablesView(APIView):
    @extend_schema(operation_id="turn_variables_get", responses=PersistentVariablesSerializer)
    def get(self, request: Request, turn_id: Any) -> Response:
        """Return the values of `{{ conversation.* }}` for the message after a turn."""
        return Response({"values": turn_variables(turn_for(user_of(request), turn_id))})

    @extend_schema(
        operation_id="turn_variables_change",
        request=PersistentVariablesSerializer,
        responses=PersistentVariablesSerializer,
    )
    def patch(self, request: Request, turn_id: Any) -> Response:
        """Set variables by name, or forget those that are null; later turns keep what they have set themselves."""
        turn = turn_for(user_of(request), turn_id)
        given = body_of(request, PersistentVariablesSerializer)
        return Response({"values": turn_variables_change(turn, given["values"])})
