"""Lists, reads, makes and runs workflows, within the rights of the caller. Pure."""

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from tools.core.advice import LOOK_UP_RUN
from tools.core.definitions import CallContext, EffectClass, JsonObject, OperationType
from tools.core.envelope import ResultCode, ToolResult, empty, failure, operation_success, query_success, save_success
from tools.core.field_errors import in_form, refused_value
from tools.core.nothing_found import Nothing
from tools.core.text import Text, sentences
from tools.core.visible_name import OptionalName
from tools.core.workflow_port import WorkflowService
from tools.executors.contract.executor import Executor, Invocation, ToolModel, ToolParameters, UiTool
from tools.executors.contract.operations import requiring
from tools.executors.contract.schema import ui

_READ = Text("The workflow was read.")
_LOOKED_UP = Text("The run was looked up.")
_RUN = Text("The workflow was run.")

Operation = Literal["list", "read", "create", "run", "status"]
_LABELS = {
    "list": Text.in_context("verb", "List"),
    "read": Text("Read"),
    "create": Text("Create"),
    "run": Text.in_context("workflow", "Run"),
    "status": Text("Look up a run"),
}
_NEEDS = {"read": "workflow_id", "run": "workflow_id", "create": "name", "status": "run_id"}
_READING = frozenset({"list", "read", "status"})
_FOR: dict[str, frozenset[str]] = {
    "list": frozenset({"search", "limit"}),
    "read": frozenset({"workflow_id"}),
    "create": frozenset({"name", "description", "document"}),
    "run": frozenset({"workflow_id", "inputs", "wait"}),
    "status": frozenset({"run_id"}),
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
    Field(json_schema_extra=ui("Workflow", "Its ID as returned by the list.")),
]


class WorkflowManagementConfig(ToolModel):
    """Permitted operations."""

    operation: Operation | None = Field(
        default="list",
        json_schema_extra=ui("Operation", "Empty: the model chooses.", enum_labels=_LABELS),
    )
    workflow_id: WorkflowId = ""


class WorkflowManagementParameters(ToolParameters):
    """Parameters, by operation."""

    operation: Operation = Field(default="list", json_schema_extra=ui("Operation", enum_labels=_LABELS))
    workflow_id: WorkflowId = ""
    search: str = Field(default="", max_length=200, json_schema_extra=ui("Search", "Part of a name."))
    limit: int = Field(default=20, ge=1, le=100, json_schema_extra=ui("Number of results", "1 to 100."))
    name: OptionalName = Field(default="", max_length=200, json_schema_extra=ui("Name", "Name of a new workflow."))
    description: str = Field(default="", max_length=2_000, json_schema_extra=ui("Description"))
    document: dict[str, Any] | None = Field(
        default=None,
        json_schema_extra=ui(
            "Graph",
            "Nodes and edges, in the format that read returns. None: only a start node.",
            widget="json",
        ),
    )
    inputs: dict[str, Any] = Field(
        default_factory=dict,
        json_schema_extra=ui("Inputs", "Values by their names in the start node.", widget="json"),
    )
    wait: bool = Field(
        default=True,
        json_schema_extra=ui("Wait until it finishes", "If false, starts the run without waiting for it."),
    )
    run_id: _Id = Field(default="", json_schema_extra=ui(Text.in_context("workflow", "Run"), "Its ID."))

    @model_validator(mode="after")
    def _has_what_it_needs(self) -> "WorkflowManagementParameters":
        needed = _NEEDS.get(self.operation)
        if needed and not str(getattr(self, needed)).strip():
            raise refused_value(
                "missing",
                Text("The operation {operation} needs {needed}.", operation=self.operation, needed=needed),
            )
        return self


class WorkflowManagementExecutor(Executor[WorkflowManagementConfig, WorkflowManagementParameters]):
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
    effect_class = EffectClass.UNREPEATABLE
    parameters_model = WorkflowManagementParameters
    ui_tools = (UiTool("workflow-management", title, help, icon, WorkflowManagementConfig),)

    def bound(self, config: WorkflowManagementConfig) -> JsonObject:
        """Return what the person filled in, and what the operation has no use for."""
        fixed: JsonObject = {"workflow_id": config.workflow_id} if config.workflow_id else {}
        if config.operation is None:
            return fixed
        fields = WorkflowManagementParameters.model_fields
        unused = fields.keys() - _FOR[config.operation] - {"operation"}
        idle = {name: fields[name].get_default(call_default_factory=True) for name in sorted(unused)}
        return {**idle, "operation": config.operation, **{k: v for k, v in fixed.items() if k not in unused}}

    def parameters_schema(self, config: WorkflowManagementConfig) -> JsonObject:
        """Return what is left to fill in; a fixed operation requires what it needs."""
        needed = _NEEDS.get(config.operation or "")
        return requiring(super().parameters_schema(config), (needed,) if needed else ())

    def effect(
        self, config: WorkflowManagementConfig, parameters: WorkflowManagementParameters, context: CallContext
    ) -> EffectClass:
        """Reading may be repeated; so may running, since all attempts of a call share one run."""
        shares_run = parameters.operation == "run" and context.idempotency_key is not None
        is_repeatable = parameters.operation in _READING or shares_run
        return EffectClass.REPEATABLE if is_repeatable else EffectClass.UNREPEATABLE

    def execute(
        self, config: WorkflowManagementConfig, parameters: WorkflowManagementParameters, invocation: Invocation
    ) -> ToolResult:
        workflows, context = invocation.runtime.workflow_service, invocation.context
        match parameters.operation:
            case "list":
                found = workflows.find(parameters.search, parameters.limit, context)
                if not found:
                    return empty(OperationType.QUERY, Text("There are no such workflows."))
                return query_success(found, Text("Found {count} workflows.", count=len(found)), total=len(found))
            case "read":
                return query_success(workflows.read(parameters.workflow_id, context), _READ)
            case "create":
                made = workflows.create(parameters.name, parameters.description, parameters.document, context)
                return save_success(made, Text("The workflow was created."))
            case "status":
                return query_success(workflows.run_status(parameters.run_id, context), _LOOKED_UP)
            case "run":
                return _ran(workflows, parameters, invocation)


def _ran(workflows: WorkflowService, parameters: WorkflowManagementParameters, invocation: Invocation) -> ToolResult:
    wait_s = max(invocation.timeout_s - _ANSWERS_BEFORE_S, 0.0) if parameters.wait else 0.0
    run = workflows.run(parameters.workflow_id, parameters.inputs, wait_s, invocation.context)
    if run["status"] in _ENDED_BADLY:
        text = Text("The run has {status}.", status=run["status"])
        if run["error"]:
            text = sentences([text, str(run["error"])])
        return failure(OperationType.OPERATION, text, code=ResultCode.BACKEND, data=run)
    return operation_success(run, _RUN if run["status"] == "succeeded" else sentences([_RUN, LOOK_UP_RUN.text]))
