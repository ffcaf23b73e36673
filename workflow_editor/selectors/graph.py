"""The saved changes of a graph."""

from workflow_editor.models import GraphChange, Workflow


def changes_since(workflow: Workflow, revision: int) -> list[GraphChange]:
    """Return the batches of operations that were saved after the revision, oldest first."""
    return list(
        GraphChange.objects.filter(workflow=workflow, revision__gt=revision).select_related("user").order_by("revision")
    )
