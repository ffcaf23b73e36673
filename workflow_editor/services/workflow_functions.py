"""Workflows as functions: parameters, offers to outside agents, and error conversion."""

from django.contrib.auth.models import User

from tools.core.definitions import JsonObject
from tools.core.errors import ToolArgumentsError, ToolConfigurationError, ToolError, ToolRateLimitedError
from workflow_editor.errors import GraphInvalidError, InvalidInputError, LimitError, NodeError, WorkflowError
from workflow_editor.models import Workflow
from workflow_editor.models.graph_document import graph_document
from workflow_editor.nodes.interface import interface_of, parameters_schema
from workflow_editor.selectors.access import may_run


def offered_workflows(user: User) -> list[Workflow]:
    """Return all workflows that are offered to agents outside and that the user may run."""
    rows = Workflow.objects.filter(offered_over_mcp=True, agent__isnull=True).order_by("slug")
    return [row for row in rows if may_run(user, row)]


def input_schema(workflow: Workflow) -> JsonObject:
    """Return what the start node of the graph asks for, as a JSON Schema of type object."""
    return parameters_schema(interface_of(graph_document(workflow)).inputs)


def as_tool_error(error: WorkflowError) -> ToolError:
    if isinstance(error, InvalidInputError):
        return ToolArgumentsError(error.text, details=error.details)
    if isinstance(error, LimitError):
        return ToolRateLimitedError(error.text, retry_after_s=error.details["retry_after"])
    if isinstance(error, GraphInvalidError | NodeError):
        return ToolConfigurationError(error.text)
    return ToolError(error.text)
