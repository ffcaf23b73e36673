"""Lists, reads, makes and runs workflows, within the rights of the caller. Pure."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from tools.core.call.advice import LOOK_UP_RUN
from tools.core.definitions import EffectClass, OperationType
from tools.core.envelope import (
    Nothing,
    ResultCode,
    ToolResult,
    empty,
    failure,
    operation_success,
    query_success,
    save_success,
)
from tools.core.field_errors import in_form
from tools.core.naming.visible_name import OptionalName
from tools.core.text import Text, sentences
from tools.executors.contract.executor import Invocation, ToolModel, ToolParameters, UiTool
from tools.executors.contract.operations import OperationExecutor, ToolOperation, choice_field
from tools.executors.contract.schema import form_field

_RUN = Text("The workflow was run.")

Operation = Literal["list", "read", "create", "run", "status"]
_LABELS = {
    "list": Text.in_context("verb", "List"),
    "read": Text("Read"),
    "create": Text("Create"),
    "run": Text.in_context("workflow", "Run"),
    "status": Text("Look up a run"),
}
_ANSWERS_BEFORE_S = 1.0
"""Margin before the deadline at which the call answers that the run continues."""
_ENDED_BADLY = frozenset({"failed", "cancelled"})
_UUID = r"^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})?$"
_Id = Annotated[
    str,
    Field(pattern=_UUID),
    in_form(Text("Enter the full ID as returned by the list.")),
]
WorkflowId = Annotated[
    _Id,
    form_field("Workflow", "Its ID, as the list returns it."),
]


class WorkflowManagementConfig(ToolModel):
    operation: Operation | None = choice_field(Text("Operation"), _LABELS, "list")
    workflow_id: WorkflowId = ""


class WorkflowManagementParameters(ToolParameters):
    operation: Operation = form_field("Operation", default="list", enum_labels=_LABELS)
    workflow_id: WorkflowId = ""
    search: str = form_field("Search", "Part of a name.", default="", max_length=200)
    limit: int = form_field("Number of results", "1 to 100.", default=20, ge=1, le=100)
    name: OptionalName = form_field("Name", "Name of a new workflow.", default="", max_length=200)
    description: str = form_field("Description", default="", max_length=2_000)
    document: dict[str, Any] | None = form_field(
        "Graph",
        "Nodes and edges, in the format that reading a workflow returns. Without them, there is only a start node.",
        default=None,
        widget="json",
    )
    inputs: dict[str, Any] = form_field(
        "Inputs", "Values by their names in the start node.", default_factory=dict, widget="json"
    )
    wait: bool = form_field("Wait until it finishes", "If false, starts the run without waiting for it.", default=True)
    run_id: _Id = form_field(Text.in_context("workflow", "Run"), "Its ID.", default="")


def _list(asked: WorkflowManagementParameters, invocation: Invocation) -> ToolResult:
    found = invocation.runtime.workflow_service.find(asked.search, asked.limit, invocation.context)
    if not found:
        return empty(OperationType.QUERY, Text("There are no such workflows."))
    return query_success(found, Text("Workflows found: {count}.", count=len(found)), total=len(found))


def _read(asked: WorkflowManagementParameters, invocation: Invocation) -> ToolResult:
    return query_success(
        invocation.runtime.workflow_service.read(asked.workflow_id, invocation.context), Text("The workflow was read.")
    )


def _create(asked: WorkflowManagementParameters, invocation: Invocation) -> ToolResult:
    workflows = invocation.runtime.workflow_service
    made = workflows.create(asked.name, asked.description, asked.document, invocation.context)
    return save_success(made, Text("The workflow was created."))


def _status(asked: WorkflowManagementParameters, invocation: Invocation) -> ToolResult:
    found = invocation.runtime.workflow_service.run_status(asked.run_id, invocation.context)
    return query_success(found, Text("The run was looked up."))


def _run(asked: WorkflowManagementParameters, invocation: Invocation) -> ToolResult:
    wait_s = max(invocation.timeout_s - _ANSWERS_BEFORE_S, 0.0) if asked.wait else 0.0
    run = invocation.runtime.workflow_service.run(asked.workflow_id, asked.inputs, wait_s, invocation.context)
    if run["status"] in _ENDED_BADLY:
        text = Text("The run has {status}.", status=run["status"])
        if run["error"]:
            text = sentences([text, str(run["error"])])
        return failure(OperationType.OPERATION, text, code=ResultCode.BACKEND, data=run)
    return operation_success(run, _RUN if run["status"] == "succeeded" else sentences([_RUN, LOOK_UP_RUN.text]))


_OPERATIONS: Mapping[Operation, ToolOperation[Callable[[WorkflowManagementParameters, Invocation], ToolResult]]] = {
    "list": ToolOperation(_list, takes=("search", "limit"), effect=EffectClass.REPEATABLE),
    "read": ToolOperation(_read, ("workflow_id",), effect=EffectClass.REPEATABLE),
    "create": ToolOperation(_create, ("name",), ("description", "document")),
    # All attempts of a call share one run.
    "run": ToolOperation(_run, ("workflow_id",), ("inputs", "wait"), keyed=True),
    "status": ToolOperation(_status, ("run_id",), effect=EffectClass.REPEATABLE),
}


class WorkflowManagementExecutor(OperationExecutor[WorkflowManagementConfig, WorkflowManagementParameters]):
    """`workflow_management`: the caller's own rights, and no circles of runs."""

    name = "workflow_management"
    title = Text("Workflow management")
    help = Text("List, read, create and run workflows.")
    keywords = Text("flow, automation")
    icon = "list-details"
    category = "system"
    resource_type = "system"
    operation = OperationType.OPERATION
    nothing = Nothing([])
    ui_tools = (UiTool("workflow-management", title, help, icon, WorkflowManagementConfig),)
    operations = _OPERATIONS
    choice = "operation"
    prefilled = ("workflow_id",)

    def run(
        self, config: WorkflowManagementConfig, parameters: WorkflowManagementParameters, invocation: Invocation
    ) -> ToolResult:
        """Do the work with the caller's rights."""
        return _OPERATIONS[parameters.operation].run(parameters, invocation)
