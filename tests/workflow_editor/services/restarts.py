"""A server that is killed and starts again, in one process."""

from tests.doubles.task_queue import TaskQueue
from workflow_editor.adapters.recorder import recorder
from workflow_editor.services.runs.recovery import sweep, void_leases


class ProcessKilledError(BaseException):
    """Stands for SIGKILL: nothing of the node's own code can catch it."""


def restart(queue: TaskQueue) -> None:
    """What an embedded server does when it starts again; what was only in memory is gone."""
    recorder._pending.clear()
    queue.lose_all()
    void_leases()
    sweep(everything=True)
    queue.run_all()
