"""Runs that tool calls have started: their node waits for the end, or for the moment when their time is over."""

from datetime import timedelta

from django.utils import timezone

from workflow_editor.engine.state import NodeFailure
from workflow_editor.nodes.base import NodeWait
from workflow_editor.nodes.waits import ChildRunWait

CODE = "child_run_open"


def wait_of_child(failure: NodeFailure) -> NodeWait | None:
    """Return the wait for a run started by a node's tool call; None for other failures.

    At its end the node makes the same call, which finds the run; on timeout the call decides.
    """
    if failure.code != CODE or "call_id" not in failure.details:
        return None
    lasts_s = failure.details["look_again_s"]
    due = timezone.now() + timedelta(seconds=lasts_s)
    return NodeWait(ChildRunWait.model_validate(failure.details), due, lasts_s)
