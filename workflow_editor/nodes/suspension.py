"""Suspension of a running node until a wait is answered."""

from workflow_editor.errors import WorkflowError
from workflow_editor.nodes.base import NodeWait


class NodeSuspendedError(WorkflowError):
    """The node must wait; its worker is freed, and it runs again after the answer, without repeating journaled
    steps.
    """

    code = "node_suspended"

    def __init__(self, wait: NodeWait) -> None:
        super().__init__("The node waits.")
        self.wait = wait
