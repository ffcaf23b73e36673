"""Stop: lets the run fail with a message."""

from tools.core.call.summary import field_line
from tools.core.text import Text
from tools.executors.contract.schema import form_field
from workflow_editor.errors import NodeError
from workflow_editor.nodes.base import ConfigProblem, Example, NodeConfig, NodeOutcome, PureNode
from workflow_editor.nodes.ports import Variables

LONGEST_MESSAGE = 2000


class StopConfig(NodeConfig):
    message: str = form_field(
        "Message", "What people read about the failed run.", default="", widget="template", autofocus=True
    )


class StopNode(PureNode[StopConfig]):
    """Lets the run fail, as if this node could not do its work."""

    id = "stop"
    category = "logic"
    icon = "player-stop"
    title = Text("Stop with an error")
    help = Text("Fails the run with a message of your own.")
    keywords = Text("error, fail, throw, raise, abort, exception")
    summary = (field_line("message", Text("No message yet")),)
    outputs = ()
    needs = (ConfigProblem("message_missing", "/message", Text("Enter the message.")),)
    example = Example(
        Text("Stops when an order has no customer."),
        config={"message": "Order {{ inputs.order }} has no customer."},
        inputs={"order": "A-7"},
        output={},
    )

    def evaluate(self, config: StopConfig, variables: Variables) -> NodeOutcome:
        message = variables.render(config.message).strip()[:LONGEST_MESSAGE]
        raise NodeError(Text.verbatim(message), code="stopped")
