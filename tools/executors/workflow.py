"""A workflow as a tool of another agent: `workflow:<slug>`. Pure."""

from typing import Any

from tools.definitions import CallContext, EffectClass, JsonObject, OperationType, Text
from tools.envelope import ResultCode, ToolResult, failure, operation_success
from tools.executors.base import Executor, Invocation, ToolModel
from tools.executors.schema_parameters import SchemaParameters, object_schema, parameters_for
from tools.workflow_functions import WorkflowFunction, WorkflowRun

_ANSWERS_BEFORE_S = 0.5
"""So long before its deadline the call answers that the run goes on."""


class WorkflowToolConfig(ToolModel):
    """Which workflow; never stored."""

    slug: str
    description: str
    input_schema: JsonObject


class WorkflowExecutor(Executor[WorkflowToolConfig, SchemaParameters]):
    """`workflow`: a run of its own, on behalf of the caller."""

    name = "workflow"
    title = Text("Workflow", "工作流")
    help = Text("Run a workflow and return its output.", "运行工作流并返回其输出。")
    icon = "sitemap"
    category = "system"
    resource_type = "system"
    operation = OperationType.OPERATION
    effect_class = EffectClass.UNREPEATABLE
    parameters_model = SchemaParameters

    def parameters(self, config: WorkflowToolConfig) -> type[SchemaParameters]:
        """Return what the start node asks for."""
        return parameters_for(config.input_schema)

    def parameters_schema(self, config: WorkflowToolConfig) -> JsonObject:
        """Return what the start node asks for, as a schema."""
        return object_schema(config.input_schema)

    def describe(self, config: WorkflowToolConfig) -> str:
        """Return what its owner wrote."""
        return config.description or super().describe(config)

    def effect(self, config: WorkflowToolConfig, parameters: SchemaParameters, context: CallContext) -> EffectClass:
        """Attempts of one call share a run, so a repetition starts nothing new."""
        return EffectClass.REPEATABLE if context.idempotency_key else EffectClass.UNREPEATABLE

    def rehearse(self, config: WorkflowToolConfig, parameters: SchemaParameters, invocation: Invocation) -> JsonObject:
        """Tell what would be run."""
        return {"would": f"run the workflow {config.slug}", "arguments": parameters.arguments()}

    def execute(self, config: WorkflowToolConfig, parameters: SchemaParameters, invocation: Invocation) -> ToolResult:
        """Run it and wait for its end, as long as the call may take."""
        wait_s = max(invocation.timeout_s - _ANSWERS_BEFORE_S, 0.0)
        run = invocation.runtime.workflows.run(config.slug, parameters.arguments(), invocation.context, wait_s)
        return _result(run)


workflow_executor = WorkflowExecutor()


def workflow_config(function: WorkflowFunction) -> WorkflowToolConfig:
    """Return a workflow as the settings of its executor."""
    return WorkflowToolConfig(slug=function.slug, description=function.description, input_schema=function.input_schema)


def _result(run: WorkflowRun) -> ToolResult:
    data: dict[str, Any] = {"run_id": run.run_id, "status": run.end, "output": run.output}
    if run.end == "succeeded":
        return operation_success(data, "The workflow has run.")
    if run.end == "open":
        return operation_success(data, "The workflow goes on by itself; look the run up later by its run_id.")
    message = run.error or Text("The run was cancelled.", "运行已取消。")
    return failure(OperationType.OPERATION, message, code=ResultCode.BACKEND, data=data)
