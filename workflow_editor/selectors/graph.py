"""The saved changes of a graph."""

from uuid import UUID

from tools.core.definitions import JsonObject
from workflow_editor.models import GraphChange, Workflow

MAX_CHANGES = 500
"""Who is further behind reads the graph."""


def changes_since(workflow: Workflow | UUID, revision: int) -> list[GraphChange]:
    """Return the first `MAX_CHANGES` batches of operations that were saved after the revision, oldest first."""
    changes = GraphChange.objects.filter(workflow=workflow, revision__gt=revision)
    return list(changes.select_related("user").order_by("revision")[:MAX_CHANGES])


def change_json(change: GraphChange) -> JsonObject:
    """Return a saved batch as clients get it."""
    return {
        "revision": change.revision,
        "operations": change.operations,
        "batch": str(change.batch) if change.batch else None,
        "user": change.user.username if change.user else "",
        "at": change.at,
    }
