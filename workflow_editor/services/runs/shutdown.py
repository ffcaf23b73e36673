"""How a process leaves: what it works on ends or goes to others."""

from time import monotonic, sleep

from workflow_editor.adapters.recorder import recorder
from workflow_editor.adapters.running_nodes import running_nodes
from workflow_editor.services.runs.recovery import requeue_own
from workflow_editor.services.runs.turns import queued_work

NODES_END_WITHIN_S = 4.0


def stop_work(*, enqueue: bool) -> None:
    """Let the nodes in work end for a while, queue the rest again, and store what all of them reported.

    The caller takes no new tasks and ends the process soon: nodes that were queued again still run, but what they do no
    longer counts.

    Args:
        enqueue: other processes are there to take what is queued again.
    """
    queued_work.close()
    deadline = monotonic() + NODES_END_WITHIN_S
    while running_nodes.tokens() and monotonic() < deadline:
        sleep(0.02)
    requeue_own(enqueue=enqueue)
    recorder.close()
