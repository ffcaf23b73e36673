"""Reads of runs."""

from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import QuerySet

from workflow_editor.errors import NotFoundError
from workflow_editor.models import NodeRun, Run
from workflow_editor.selectors.access import visible_runs


def run_list_for_user(
    user: User, *, workflow: UUID | None = None, status: str | None = None, kind: str | None = None
) -> QuerySet[Run]:
    """Return the runs that the user sees, without their documents and values; None means any."""
    wanted = {"workflow": workflow, "status": status, "kind": kind}
    return (
        visible_runs(user)
        .filter(**{name: value for name, value in wanted.items() if value is not None})
        .select_related("workflow", "version", "created_by")
        .defer("inputs", "output", "version__document", "workflow__description")
    )


def node_run_latest(run: Run, node_key: str) -> NodeRun:
    """Return what the node did in the run; of several passes the last.

    Raises:
        NotFoundError: the node has not become ready in this run.
    """
    row = NodeRun.objects.filter(run=run, node_key=node_key).order_by("-id").first()
    if row is None:
        raise NotFoundError("This node has not run.")
    return row
