"""The right of a run in flight: asked for before each node that has effects, and before the tool calls of a loop."""

from django.utils import timezone

from tools.core.definitions import JsonObject
from workflow_editor.adapters.state.run_tree import calling_nodes
from workflow_editor.errors import NodeError, failure_json
from workflow_editor.models import Run, Turn
from workflow_editor.selectors.access import RIGHT_LOST, Access, may_still
from workflow_editor.services.runs.cancel import run_fail
from workflow_editor.services.turn_answers import TURNS

_CODE = "right_lost"


class RightLostError(NodeError):
    """The run's person may not run it any more."""

    def __init__(self) -> None:
        super().__init__(RIGHT_LOST, code=_CODE)


def run_check_right(run: Run) -> None:
    """Check that a run, and the runs that wait for it, may continue.

    Raises RightLostError if a person is gone, deactivated or without the right, or the link that asked has ended.
    """
    around = [run, *(caller.run for caller in calling_nodes(run))]
    if not all(may_still(one.created_by_id, Access.RUN, one.workflow_id) for one in around):
        raise RightLostError
    if any(one.trigger in TURNS and _link_has_ended(one) for one in around):
        raise RightLostError


def run_lose_right(run: Run) -> None:
    """Fail a run that may not continue, regardless of nodes' failure policies."""
    run_fail(run.pk, timezone.now(), _error)


def _link_has_ended(run: Run) -> bool:
    turns = Turn.objects.filter(run=run, conversation__share__isnull=False).select_related("conversation__share")
    return any(not turn.conversation.share.holds(timezone.now()) for turn in turns if turn.conversation.share)


def _error(_: Run) -> JsonObject:
    return {**failure_json(_CODE, RIGHT_LOST, {}), "node_key": None}
