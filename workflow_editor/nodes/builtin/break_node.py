"""Break: ends the pass of a loop or an iteration that it is in."""

from tools.core.call.summary import SummaryText
from tools.core.text import Text
from tools.executors.contract.schema import form_field
from workflow_editor.nodes.base import Example, NodeConfig, NodeOutcome
from workflow_editor.nodes.containers import PassExit, PassExitNode
from workflow_editor.nodes.ports import Variables


class BreakConfig(NodeConfig):
    then: PassExit = form_field(
        "Then",
        "Either way, whatever is still running in this pass is cancelled. After a break, this pass still "
        "has a result. A skipped pass has none.",
        default="break",
        enum_labels={
            "break": Text("End the loop (break)"),
            "continue": Text("Skip to the next pass (continue)"),
        },
    )


class BreakNode(PassExitNode[BreakConfig]):
    """Ends the pass. With parallel passes, those before it still end, and those behind it are cancelled."""

    id = "break"
    category = "logic"
    icon = "door-exit"
    title = Text("Break or continue")
    help = Text("Ends the loop around it, or continues with the next pass.")
    keywords = Text("break, continue, exit loop, next item, skip")
    summary = (
        (
            SummaryText(Text("Next pass"), when={"then": ["continue"]}),
            SummaryText(Text("Ends the loop")),
        ),
    )
    example = Example(
        Text("Ends the loop once a result is good enough, with a condition inside it."),
        config={"then": "break"},
        output={},
    )

    def exit(self, config: BreakConfig) -> PassExit:
        return config.then

    def evaluate(self, config: BreakConfig, variables: Variables) -> NodeOutcome:
        return NodeOutcome({}, ports=())
