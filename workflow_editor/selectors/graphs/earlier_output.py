"""A node's output in its last real run."""

from django.contrib.auth.models import User
from django.db.models import Q

from tools.core.definitions import JsonObject
from workflow_editor.models import NodeRun, Run, Status
from workflow_editor.selectors.access import visible_runs

_NEWEST = 50
"""Number of newest runs searched; in older ones the node has probably changed."""


def earlier_output(user: User | None, run: Run, node_key: str) -> JsonObject | None:
    """Return the node's output in the newest live run visible to the user (None sees nothing), without outputs of
    people, replays and failure policies.
    """
    if user is None:
        return None
    of_other_nodes = Q(kind=Run.Kind.DEBUG) & ~Q(target_node=node_key)
    runs = (
        visible_runs(user)
        .filter(workflow_id=run.workflow_id, mode=Run.Mode.LIVE)
        .exclude(of_other_nodes)
        .exclude(trigger=Run.REPLAY)
        .order_by("-created_at")
        .values_list("pk", flat=True)[:_NEWEST]
    )
    row = (
        NodeRun.objects.filter(
            run__in=list(runs), node_key=node_key, status=Status.SUCCEEDED, mocked=False, error__isnull=True
        )
        .order_by("-run__created_at", "-id")
        .first()
    )
    output: JsonObject | None = row.output if row else None
    return output
