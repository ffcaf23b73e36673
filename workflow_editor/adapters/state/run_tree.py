"""Runs that nodes of other runs wait for: the way up from a run to the outermost one, and the runs below it."""

from collections.abc import Iterator
from uuid import UUID

from django.db.models import QuerySet

from workflow_editor.models import NodeRun, Run
from workflow_editor.models.status import OPEN_STATUSES
from workflow_editor.run_store.leases import NodeAddress


def calling_nodes(run: Run) -> Iterator[NodeRun]:
    """Yield the nodes that wait for a run, from its caller to the outermost run.

    They come with their runs, limits and workflow names, without content.
    """
    caller_id = run.parent_node_run_id
    while caller_id is not None:
        # Built in here: most runs have nobody around them, and every node asks.
        callers = NodeRun.objects.select_related("run__workflow").only(
            *("run", "node_key", "scope", "run__limits", "run__parent_node_run", "run__created_by", "run__trigger"),
            "run__workflow__name",
        )
        caller = callers.filter(pk=caller_id).first()
        if caller is None:
            return
        yield caller
        caller_id = caller.run.parent_node_run_id


def calling_node(run: Run) -> NodeAddress | None:
    """Return the innermost of these, to which what is written in the run is sent; None when nothing waits for it."""
    caller = next(calling_nodes(run), None)
    return None if caller is None else NodeAddress(caller.run_id, caller.pk, caller.node_key, caller.scope)


def with_open_runs_below(run_id: UUID) -> list[UUID]:
    """Return a run with the unfinished ones that it waits for, outermost first."""
    return _with_below(run_id, Run.objects.filter(status__in=OPEN_STATUSES))


def with_runs_below(run_id: UUID) -> list[UUID]:
    """Return a run with all that it has started, and those have, outermost first."""
    return _with_below(run_id, Run.objects.all())


def _with_below(run_id: UUID, runs: QuerySet[Run]) -> list[UUID]:
    found = level = [run_id]
    while level:
        level = list(runs.filter(parent_node_run__run__in=level).values_list("pk", flat=True))
        found = found + level
    return found
