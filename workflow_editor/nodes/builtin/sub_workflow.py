"""Sub-workflow: runs another workflow and waits for its end."""

from collections.abc import Sequence

from tools.core.call.summary import field_line
from tools.core.definitions import EffectClass, JsonObject
from tools.core.text import Text
from tools.executors.contract.schema import form_field
from workflow_editor.errors import NodeError, failure_text
from workflow_editor.nodes.base import (
    ConfigProblem,
    EffectNode,
    Example,
    NodeConfig,
    NodeOutcome,
    NodeWait,
    OutputField,
)
from workflow_editor.nodes.fields.named_values import NamedValue, named_values, named_values_field, repeated_names
from workflow_editor.nodes.ports import NodeContext
from workflow_editor.nodes.suspension import NodeSuspendedError
from workflow_editor.nodes.waits import ChildRunWait

_CANCELLED = Text("The other workflow's run was cancelled.")


class SubWorkflowConfig(NodeConfig):
    workflow: str = form_field(
        "Workflow",
        "Its ID or slug. The user who starts the run must also be allowed to run it.",
        default="",
        max_length=120,
        widget="workflow",
    )
    version: int | None = form_field(
        "Version",
        "Number of a published version. By default, the latest one, or the draft if nothing is published.",
        default=None,
        ge=1,
    )
    inputs: list[NamedValue] = named_values_field(Text("Inputs"), Text("The inputs of its start node."))


class SubWorkflowNode(EffectNode[SubWorkflowConfig]):
    """Runs another workflow; cancelling this run cancels that one too. At most five deep, and never in a circle."""

    id = "sub_workflow"
    category = "logic"
    icon = "subtask"
    title = Text("Sub-workflow")
    help = Text("Runs another workflow and waits for it to finish.")
    keywords = Text("call, execute workflow, reuse, child, flow")
    summary = (field_line("workflow", Text("No workflow chosen yet")),)
    needs = (ConfigProblem("workflow_missing", "/workflow", Text("Choose a workflow.")),)
    has_known_fields = True
    output_fields = (
        OutputField("output", "object", Text("Output")),
        OutputField("runId", "string", Text.in_context("workflow", "Run")),
    )
    example = Example(
        Text("Summarises a text with another workflow."),
        config={"workflow": "summarise", "inputs": [{"name": "text", "value": "{{ inputs.text }}"}]},
        inputs={"text": "A long text."},
        output={"output": {"summary": "A text."}, "runId": "0199f0c4-0000-7000-8000-000000000000"},
    )
    # The child run has a key that follows from this node's, so that it is never made twice.
    effect = EffectClass.REPEATABLE

    def problems(self, config: SubWorkflowConfig) -> Sequence[ConfigProblem]:
        return [*repeated_names([row.name for row in config.inputs], "inputs"), *super().problems(config)]

    def run(self, config: SubWorkflowConfig, context: NodeContext) -> NodeOutcome:
        """Start the child run.

        Raises:
            NodeSuspendedError: always on success; `finished` continues once the child run is over.
            NodeError: the workflow cannot be run: missing, not allowed, a circle, too deep, wrong inputs.
        """
        inputs = named_values(config.inputs, context.variables)
        raise NodeSuspendedError(NodeWait(context.runs.start(config.workflow.strip(), config.version, inputs), None))

    def finished(self, config: SubWorkflowConfig, wait: ChildRunWait, child: JsonObject) -> NodeOutcome:
        """Return the outcome of a finished child run {status, output, error, usage}.

        Raises NodeError (`sub_workflow_failed` or `sub_workflow_cancelled`) if it failed or was cancelled.
        """
        workflow = wait.workflow.model_dump()
        if child["status"] == "succeeded":
            output = {"output": child["output"] or {}, "runId": wait.run_id}
            inputs = {"workflow": workflow, "inputs": wait.inputs}
            return NodeOutcome(output, inputs=inputs, usage=child["usage"])
        details = {"run_id": wait.run_id, "workflow": workflow, "error": child["error"]}
        if child["status"] == "cancelled":
            raise NodeError(_CANCELLED, code="sub_workflow_cancelled", details=details)
        reason = failure_text(child["error"])
        raise NodeError(
            Text("“{name}” failed: {reason}", name=wait.workflow.name, reason=reason),
            code="sub_workflow_failed",
            details=details,
        )
