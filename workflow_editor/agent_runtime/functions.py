"""Workflows and agents as functions, found by tool id within the caller's rights."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Protocol
from uuid import UUID

from django.contrib.auth.models import User

from agents.core.errors import AgentNotFoundError
from agents.models import AgentProfile
from tools.core.definitions import CallContext, JsonObject
from tools.core.errors import ToolConfigurationError
from tools.core.remembered import Remembered
from tools.core.text import Text
from tools.core.tool_id import ToolId, ToolKind
from tools.core.workflow_tool import WorkflowFunction
from tools.rows.reader import read_row
from workflow_editor.adapters.state.plans import version_of
from workflow_editor.agent_runtime.compile import ANSWER, MESSAGE
from workflow_editor.agent_runtime.versions import agent_target, turn_inputs
from workflow_editor.errors import ForbiddenError
from workflow_editor.graph.document import Document
from workflow_editor.models import Workflow, WorkflowVersion
from workflow_editor.models.graph_document import graph_document
from workflow_editor.nodes.interface import Interface, interface_of, parameters_schema
from workflow_editor.selectors.access import Access, may_run
from workflow_editor.selectors.agent_access import agent_for
from workflow_editor.services.runs.child_start import runnable, version_to_run
from workflow_editor.services.versions import newest_content

_AGENT_SCHEMA: JsonObject = {
    "type": "object",
    "properties": {
        MESSAGE: {
            "type": "string",
            "description": "What the agent shall do, with all that it must know: it sees nothing of this conversation.",
        }
    },
    "required": [MESSAGE],
}


class Function(Protocol):
    @property
    def about(self) -> WorkflowFunction: ...

    def workflow(self) -> Workflow:
        """Return the workflow that a call runs; that of an agent is made here when it is missing."""
        ...

    def version(self, user: User | None) -> WorkflowVersion:
        """Return the version that a call runs. Raises NodeError if this person cannot run it."""
        ...

    def inputs(self, arguments: JsonObject) -> JsonObject: ...

    def result(self, output: JsonObject) -> Any:
        """Make the result of a call out of the run's output."""
        ...

    @property
    def output_decides(self) -> bool:
        """True if the result decides the call's success; see `WorkflowRun`."""
        ...


@dataclass(frozen=True, slots=True)
class _WorkflowFunction:
    about: WorkflowFunction
    found: Workflow
    number: int | None
    interface: Interface

    def workflow(self) -> Workflow:
        return self.found

    def version(self, user: User | None) -> WorkflowVersion:
        return version_to_run(self.found, self.number, user)

    def inputs(self, arguments: JsonObject) -> JsonObject:
        return arguments

    def result(self, output: JsonObject) -> Any:
        only = self.interface.only_output
        return output.get(only) if only else output

    @property
    def output_decides(self) -> bool:
        return self.interface.output_decides


@dataclass(frozen=True, slots=True)
class _AgentFunction:
    about: WorkflowFunction
    agent: AgentProfile
    user: User

    def workflow(self) -> Workflow:
        return agent_target(self.agent, self.user).workflow

    def version(self, user: User | None) -> WorkflowVersion:
        target = agent_target(self.agent, self.user)
        return runnable(target.version, target.workflow, user)

    def inputs(self, arguments: JsonObject) -> JsonObject:
        return turn_inputs(self.agent, message=arguments[MESSAGE])

    def result(self, output: JsonObject) -> Any:
        return output.get(ANSWER, output)

    @property
    def output_decides(self) -> bool:
        return False


def function_for(tool_id: ToolId, user: User, context: CallContext) -> Function | None:
    """Return the function of a tool id, None if the user may run none.

    Raises ToolConfigurationError if it exists but cannot be called.
    """
    if tool_id.kind is ToolKind.AGENT:
        return _agent(tool_id, user)
    workflow = workflow_offered(tool_id.name, user, over_mcp=context.origin == "mcp")
    if workflow is None:
        return None
    return _workflow(tool_id, workflow, _number(workflow, tool_id.version) if tool_id.version else None)


def workflow_offered(slug: str, user: User, *, over_mcp: bool) -> Workflow | None:
    """Return a workflow that the user may run; for agents outside only when its owner offers it to them."""
    row = read_row(Workflow, slug=slug, agent_id=None)
    if row is None or (over_mcp and not row.offered_over_mcp):
        return None
    return row if may_run(user, row) else None


def _workflow(tool_id: ToolId, workflow: Workflow, number: int | None) -> Function:
    interface = _interface(workflow, number)
    if not interface.has_end:
        raise ToolConfigurationError(
            Text("“{name}” has no end node, so it returns nothing. Add one and publish it.", name=workflow.name)
        )
    about = WorkflowFunction(tool_id, workflow.name, workflow.description, parameters_schema(interface.inputs))
    return _WorkflowFunction(about, workflow, number, interface)


def _agent(tool_id: ToolId, user: User) -> Function | None:
    try:
        agent = agent_for(user, tool_id.name, Access.RUN)
    except (AgentNotFoundError, ForbiddenError):
        return None
    return _AgentFunction(WorkflowFunction(tool_id, agent.name, agent.description, _AGENT_SCHEMA), agent, user)


def _interface(workflow: Workflow, number: int | None) -> Interface:
    if number is not None:
        version = WorkflowVersion.objects.filter(workflow=workflow, number=number).values_list("pk", flat=True).get()
        return _published_interface(version)
    newest = newest_content(workflow)
    if newest is not None:
        return _published_interface(newest.pk)
    key = (workflow.pk, workflow.revision, workflow.content_hash)
    return _interfaces.of(key, lambda: interface_of(graph_document(workflow)))


def _published_interface(version_id: UUID) -> Interface:
    return _interfaces.of(version_id, lambda: interface_of(Document.model_validate(version_of(version_id).document)))


_interfaces: Remembered[Hashable, Interface] = Remembered(200)
"""By version, or by the content of a graph that is not published."""


def _number(workflow: Workflow, text: str) -> int:
    published = WorkflowVersion.objects.filter(workflow=workflow, number__isnull=False).order_by("number")
    numbers = list(published.values_list("number", flat=True))
    wanted = int(text) if text.isdecimal() else None
    if wanted is None or wanted not in numbers:
        known = ", ".join(map(str, numbers)) or "-"
        raise ToolConfigurationError(
            Text(
                "“{name}” has no version {text}. Published: {known}.", name=workflow.name, text=repr(text), known=known
            )
        )
    return wanted
