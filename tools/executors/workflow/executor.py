"""Workflows and agents as tools. Pure."""

from tools.core.call.advice import OPEN_RUN, READ_OVER_HTTP, Advice
from tools.core.call.returned_values import read_returned
from tools.core.definitions import CallContext, EffectClass, JsonObject, OperationType
from tools.core.envelope import ResultCode, ToolResult, failure, operation_success
from tools.core.result_facts import ResultFacts
from tools.core.text import Text
from tools.core.tool_id import ToolId, ToolKind
from tools.core.workflow_tool import WorkflowFunction, WorkflowRun
from tools.executors.contract.executor import Executor, Invocation, Rehearsal, ToolModel
from tools.executors.contract.schema_parameters import SchemaParameters, object_schema, parameters_for

_ANSWERS_BEFORE_S = 0.5
"""Margin before the deadline at which an outside call answers that the run continues."""
_CANCELLED = Text("The run was cancelled.")
_RAN = Text("The workflow has run.")


class WorkflowToolConfig(ToolModel):
    tool_id: ToolId
    description: str
    input_schema: JsonObject


class WorkflowExecutor(Executor[WorkflowToolConfig, SchemaParameters]):
    """`workflow`: a run of its own, on behalf of the caller."""

    name = "workflow"
    title = Text("Workflow")
    help = Text("Run a workflow and return its output.")
    icon = "subtask"
    category = "system"
    resource_type = "system"
    operation = OperationType.OPERATION
    untrusted_text = True
    describes_itself = True

    def parameters(self, config: WorkflowToolConfig) -> type[SchemaParameters]:
        """Return what the start node asks for; anything else is refused."""
        return parameters_for({**config.input_schema, "additionalProperties": False})

    def parameters_schema(self, config: WorkflowToolConfig) -> JsonObject:
        return object_schema(config.input_schema)

    def describe(self, config: WorkflowToolConfig) -> str:
        return config.description or super().describe(config)

    def effect(self, config: WorkflowToolConfig, parameters: SchemaParameters, context: CallContext) -> EffectClass:
        """Return the class: attempts of one call share a run, so a repetition starts nothing new."""
        return EffectClass.REPEATABLE if context.idempotency_key else EffectClass.UNREPEATABLE

    def rehearse(self, config: WorkflowToolConfig, parameters: SchemaParameters, invocation: Invocation) -> Rehearsal:
        return Rehearsal(Text("run {workflow}", workflow=config.tool_id), {"arguments": parameters.arguments()})

    def execute(self, config: WorkflowToolConfig, parameters: SchemaParameters, invocation: Invocation) -> ToolResult:
        """Run it; see `Workflows.run` for who waits where."""
        outside = invocation.context.node_run_id is None
        wait_s = max(invocation.timeout_s - _ANSWERS_BEFORE_S, 0.0) if outside else invocation.timeout_s
        run = invocation.runtime.workflows.run(config.tool_id, parameters.arguments(), invocation.context, wait_s)
        advice = READ_OVER_HTTP if invocation.context.origin == "mcp" else OPEN_RUN
        return _result(run, advice).with_facts(ResultFacts(run_id=run.run_id, child_run=run.child))


class AgentExecutor(WorkflowExecutor):
    """`agent`: one turn of another agent."""

    name = "agent"
    title = Text("Agent")
    help = Text("Give a task to another agent and return its answer.")
    icon = "robot"


workflow_executor = WorkflowExecutor()
agent_executor = AgentExecutor()


def workflow_config(function: WorkflowFunction) -> tuple[WorkflowExecutor, WorkflowToolConfig]:
    """Return a workflow or an agent as an executor and its settings."""
    executor = agent_executor if function.tool_id.kind is ToolKind.AGENT else workflow_executor
    config = WorkflowToolConfig(
        tool_id=function.tool_id, description=function.description, input_schema=function.input_schema
    )
    return executor, config


def _result(run: WorkflowRun, advice: Advice) -> ToolResult:
    if run.end == "succeeded" and run.output_decides:
        return read_returned(run.output, OperationType.OPERATION, _RAN)
    if run.end == "succeeded":
        return operation_success(run.output, _RAN)
    data: JsonObject = {"run_id": run.run_id, "status": run.end}
    if run.end == "open":
        return operation_success(data, advice.text)
    if run.error is not None:
        data["error"] = run.error
    return failure(OperationType.OPERATION, run.message or _CANCELLED, code=ResultCode.BACKEND, data=data)
