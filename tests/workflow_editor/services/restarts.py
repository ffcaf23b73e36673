"""A server that is killed and starts again, in one process."""

from tests.doubles.task_queue import TaskQueue
from workflow_editor.services.runs.recovery import sweep, void_leases


class ProcessKilledError(BaseException):
    """Stands for SIGKILL: nothing of the node's own code can catch it."""


def restart(queue: TaskQueue) -> None:
    """What an embedded server does when it starts again; what the recorder still holds comes too late to be stored."""
    queue.lose_all()
    void_leases()
    sweep(everything=True)
    queue.run_all()
