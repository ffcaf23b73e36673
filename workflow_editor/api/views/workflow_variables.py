"""The variables of a workflow, which its runs set."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from workflow_editor.api.requests import body_of, user_of
from workflow_editor.api.serializers.variables import WorkflowVariablesSerializer
from workflow_editor.selectors.access import Access, workflow_for
from workflow_editor.services.workflow_variables import workflow_variables, workflow_variables_change


class WorkflowVariablesView(APIView):
    @extend_schema(operation_id="workflow_variables_get", responses=WorkflowVariablesSerializer)
    def get(self, request: Request, workflow_id: Any) -> Response:
        """Return what `{{ vars.* }}` stands for in the next live run."""
        workflow = workflow_for(user_of(request), workflow_id)
        return Response({"values": workflow_variables(workflow)})

    @extend_schema(
        operation_id="workflow_variables_change",
        request=WorkflowVariablesSerializer,
        responses=WorkflowVariablesSerializer,
    )
    def patch(self, request: Request, workflow_id: Any) -> Response:
        """Set variables by name, or forget those that are null; others stay."""
        workflow = workflow_for(user_of(request), workflow_id, Access.EDIT)
        given = body_of(request, WorkflowVariablesSerializer)
        return Response({"values": workflow_variables_change(workflow, given["values"])})
