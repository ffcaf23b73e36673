"""Orderly exit of a process: its work ends or goes to others."""

from time import monotonic, sleep

from workflow_editor.adapters.events.recorder import recorder
from workflow_editor.adapters.state.running_nodes import running_nodes
from workflow_editor.services.runs.recovery import holds_claims, requeue_own
from workflow_editor.services.runs.turns import queued_work

NODES_END_WITHIN_S = 4.0


def stop_work(*, enqueue: bool) -> None:
    """Wait for claimed nodes, requeue the rest, and store all reports.

    The caller takes no new tasks and exits soon: requeued nodes still run, but their work no longer counts. `enqueue`
    notifies other processes.
    """
    queued_work.close()
    deadline = monotonic() + NODES_END_WITHIN_S
    # A node that was claimed a moment ago has no token yet: requeued now, it would be done twice.
    while (running_nodes.tokens() or holds_claims()) and monotonic() < deadline:
        sleep(0.02)
    requeue_own(enqueue=enqueue)
    recorder.close()
