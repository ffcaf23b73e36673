"""End of a run: another workflow's run that ended starts one of this workflow, for example to report a failure."""

from typing import Literal

from tools.core.call.summary import SummaryText
from tools.core.text import Text
from tools.executors.contract.schema import form_field
from workflow_editor.nodes.base import Example, OutputField
from workflow_editor.nodes.triggers import TriggerConfig, TriggerNode

LONGEST_CHAIN = 10
"""Maximum chain of runs started by run ends, against endless loops."""


class RunEndConfig(TriggerConfig):
    workflow: str = form_field(
        "Workflow", "All others that you may see, if you choose none.", default="", max_length=120, widget="workflow"
    )
    outcome: Literal["failed", "succeeded", "any"] = form_field(
        "When a run",
        default="failed",
        enum_labels={
            "failed": Text("Failed"),
            "succeeded": Text("Succeeded"),
            "any": Text("Ended, with any result"),
        },
    )


class RunEndNode(TriggerNode[RunEndConfig]):
    """Starts a run when a run of another workflow has ended."""

    id = "run_end"
    icon = "flag-check"
    title = Text("End of a run")
    help = Text("Starts a run when a run of another workflow fails or succeeds.")
    keywords = Text("trigger, error, failure, alert, error workflow, finished")
    summary = (
        (
            SummaryText(Text("Failed: {workflow}"), when={"outcome": ["failed"]}),
            SummaryText(Text("Succeeded: {workflow}"), when={"outcome": ["succeeded"]}),
            SummaryText(Text("Ended: {workflow}"), when={"outcome": ["any"]}),
            SummaryText(Text("Any other workflow")),
        ),
    )
    output_fields = (
        OutputField("workflow", "string", Text("Workflow")),
        OutputField("status", "string", Text("Status")),
        OutputField("error", "object", Text("Error")),
        OutputField("output", "object", Text("Output")),
        OutputField("run", "string", Text.in_context("workflow", "Run")),
    )
    example = Example(
        Text("Starts a run when any other workflow fails."),
        config={"mapping": [{"name": "text", "value": "{{ trigger.workflow }}: {{ trigger.error.message }}"}]},
        output={},
    )

    def wants(self, config: RunEndConfig, status: str, workflow: tuple[str, ...]) -> bool:
        """Return whether a run with this end starts one; `workflow` is its id and slug."""
        return config.outcome in ("any", status) and config.workflow in ("", *workflow)
