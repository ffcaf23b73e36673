"""The node that waits for a run, which hears what is written in it; the runs around a run, and those below it."""

from uuid import UUID

from workflow_editor.adapters.node_address import NodeAddress
from workflow_editor.models import NodeRun, Run
from workflow_editor.models.status import OPEN_STATUSES


def calling_node(run: Run) -> NodeAddress | None:
    """Return the node of another run that has started this one; None for a run that a person or program began."""
    if run.parent_node_run_id is None:
        return None
    rows = NodeRun.objects.filter(pk=run.parent_node_run_id).values_list("run_id", "pk", "node_key", "scope")
    found = rows.first()
    return None if found is None else NodeAddress(*found)


def runs_around(run_id: UUID) -> list[UUID]:
    """Return the runs that wait for a run, innermost first."""
    around: list[UUID] = []
    parents = NodeRun.objects.filter(child_runs=run_id)
    while (parent_id := parents.values_list("run_id", flat=True).first()) is not None:
        around.append(parent_id)
        parents = NodeRun.objects.filter(child_runs=parent_id)
    return around


def with_runs_below(run_id: UUID) -> list[UUID]:
    """Return a run with the unfinished ones that it waits for, outermost first."""
    found = level = [run_id]
    while level:
        below = Run.objects.filter(parent_node_run__run__in=level, status__in=OPEN_STATUSES)
        level = list(below.values_list("pk", flat=True))
        found = found + level
    return found
