"""How a process leaves: what it works on ends or goes to others."""

from time import monotonic, sleep

from workflow_editor.adapters.recorder import recorder
from workflow_editor.adapters.running_nodes import running_nodes
from workflow_editor.services.runs.recovery import hand_back

NODES_END_WITHIN_S = 4.0


def stop_work(*, ring: bool) -> None:
    """Let the nodes in work end for a while, queue the rest again, and store what all of them told.

    The caller takes no new tasks and ends the process soon: nodes that were handed back still run, but what they do no
    longer counts.

    Args:
        ring: other processes are there to take what is handed back.
    """
    deadline = monotonic() + NODES_END_WITHIN_S
    while running_nodes.tokens() and monotonic() < deadline:
        sleep(0.02)
    hand_back(ring=ring)
    recorder.close()
