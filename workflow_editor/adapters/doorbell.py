"""Sends Celery tasks by name, so that services need not import the task module.

A lost task only delays: the sweeper sends it again.
"""

from uuid import UUID

from celery import current_app

RUN_NODE = "workflow_editor.run_node"
ADVANCE_RUN = "workflow_editor.advance_run"
SWEEP = "workflow_editor.sweep"


def ring_node(node_run_id: int) -> None:
    """Ask a worker to run a queued node."""
    current_app.send_task(RUN_NODE, args=(node_run_id,))


def ring_run(run_id: UUID) -> None:
    """Ask a worker to take the first step of a run."""
    current_app.send_task(ADVANCE_RUN, args=(str(run_id),))
