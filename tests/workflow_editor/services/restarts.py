"""A server that is killed and starts again, in one process."""

from tests.doubles.task_queue import TaskQueue
from workflow_editor.services.runs.recovery import sweep, void_leases


class ProcessKilledError(BaseException):
    """Represents SIGKILL: nothing of the node's own code can catch it."""


def restart(queue: TaskQueue) -> None:
    """Restart as an embedded server does; reports still held by the recorder come too late to be stored."""
    queue.lose_all()
    void_leases()
    sweep(everything=True)
    queue.run_all()
