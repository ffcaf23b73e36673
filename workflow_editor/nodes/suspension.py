"""How a node in work suspends itself until something is answered."""

from workflow_editor.errors import WorkflowError
from workflow_editor.nodes.base import NodeWait


class NodeSuspendedError(WorkflowError):
    """The node must wait; its worker is set free, and the node is run again once the wait is answered.

    What it did before stands in its journal, so being run again repeats nothing.
    """

    code = "node_suspended"

    def __init__(self, wait: NodeWait) -> None:
        super().__init__("The node waits.")
        self.wait = wait
