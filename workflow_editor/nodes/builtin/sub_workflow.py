"""Sub-workflow: runs another workflow and waits for its end."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from pydantic import Field

from tools.core.definitions import EffectClass, JsonObject, Text
from tools.core.summary import field_line
from tools.executors.contract.schema import ui
from workflow_editor.errors import NodeError, failure_text
from workflow_editor.nodes.base import (
    Category,
    ConfigProblem,
    EffectNode,
    Example,
    NodeConfig,
    NodeOutcome,
    NodeWait,
    OutputField,
)
from workflow_editor.nodes.parking import NodeParkedError
from workflow_editor.nodes.ports import NodeContext
from workflow_editor.nodes.rows import NamedValue, named_values, named_values_field, repeated_names

_CANCELLED = Text("The other workflow's run was cancelled.", "另一个工作流的运行已被取消。")


class SubWorkflowConfig(NodeConfig):
    """Which workflow, and with what."""

    workflow: str = Field(
        default="",
        max_length=120,
        json_schema_extra=ui(
            "Workflow",
            "工作流",
            "Its id or short name. The user who starts the run must be allowed to run it as well.",
            "工作流的 ID 或短名称。启动运行的人也必须有权运行它。",
            widget="workflow",
        ),
    )
    version: int | None = Field(
        default=None,
        ge=1,
        json_schema_extra=ui(
            "Version",
            "版本",
            "Number of a published version. Empty takes the newest published one, or the graph as it is when none is.",
            "已发布版本的编号。留空则使用最新发布的版本；从未发布时使用当前的工作流图。",
        ),
    )
    inputs: list[NamedValue] = named_values_field(
        Text("Inputs", "输入"), Text("The inputs of its start node.", "其开始节点所需的内容。")
    )


class SubWorkflowNode(EffectNode[SubWorkflowConfig]):
    """Runs another workflow; cancelling this run cancels that one too. At most five deep, and never in a circle."""

    id = "sub_workflow"
    category: ClassVar[Category] = "logic"
    icon = "sitemap"
    title = Text("Sub-workflow", "子工作流")
    help = Text("Runs another workflow and waits for it to finish.", "运行另一个工作流并等待其结束。")
    summary = (field_line("workflow", Text("No workflow chosen yet", "还没有选择工作流")),)
    output_fields = (
        OutputField("output", "object", Text("Output", "输出")),
        OutputField("runId", "string", Text("Run", "运行")),
    )
    config_model = SubWorkflowConfig
    example = Example(
        Text("Lets another workflow summarise a text.", "调用另一个工作流来总结文本。"),
        config={"workflow": "summarise", "inputs": [{"name": "text", "value": "{{ inputs.text }}"}]},
        inputs={"text": "A long text."},
        output={"output": {"summary": "A text."}, "runId": "0199f0c4-0000-7000-8000-000000000000"},
    )
    # The child run has a key that follows from this node's, so that it is never made twice.
    effect = EffectClass.REPEATABLE

    def problems(self, config: SubWorkflowConfig) -> Sequence[ConfigProblem]:
        found = list(repeated_names([row.name for row in config.inputs], "inputs"))
        if not config.workflow.strip():
            found.append(ConfigProblem("workflow_missing", "/workflow", Text("Choose a workflow.", "请选择工作流。")))
        return found

    def templates(self, config: SubWorkflowConfig) -> Iterable[str]:
        return (row.value for row in config.inputs)

    def run(self, config: SubWorkflowConfig, context: NodeContext) -> NodeOutcome:
        """Start the child run.

        Raises:
            NodeParkedError: always, when nothing else fails; `finished` goes on once the child run is over.
            NodeError: the workflow cannot be run by this run: missing, not allowed, a circle, too deep, wrong inputs.
        """
        inputs = named_values(config.inputs, context.variables)
        child = context.runs.start(config.workflow.strip(), config.version, inputs)
        raise NodeParkedError(NodeWait("child_run", None, {**child, "inputs": inputs}))

    def finished(self, config: SubWorkflowConfig, wait: JsonObject, child: JsonObject) -> NodeOutcome:
        """Return what a finished child run gives: `child` is {status, output, error, usage}.

        Raises:
            NodeError: it failed or was cancelled; the code is `sub_workflow_failed` or `sub_workflow_cancelled`.
        """
        if child["status"] == "succeeded":
            output = {"output": child["output"] or {}, "runId": wait["run_id"]}
            inputs = {"workflow": wait["workflow"], "inputs": wait["inputs"]}
            return NodeOutcome(output, inputs=inputs, usage=child["usage"])
        details = {"run_id": wait["run_id"], "workflow": wait["workflow"], "error": child["error"]}
        if child["status"] == "cancelled":
            raise NodeError(_CANCELLED, code="sub_workflow_cancelled", details=details)
        reason = failure_text(child["error"])
        name = wait["workflow"]["name"]
        raise NodeError(
            Text(f"“{name}” failed: {reason.en}", f"“{name}”运行失败：{reason.zh}"),
            code="sub_workflow_failed",
            details=details,
        )
