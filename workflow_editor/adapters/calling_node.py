"""The node that waits for a run, which hears what is written in it."""

from workflow_editor.adapters.node_address import NodeAddress
from workflow_editor.models import NodeRun, Run


def calling_node(run: Run) -> NodeAddress | None:
    """Return the node of another run that has started this one; None for a run that a person or program began."""
    if run.parent_node_run_id is None:
        return None
    rows = NodeRun.objects.filter(pk=run.parent_node_run_id).values_list("run_id", "pk", "node_key", "scope")
    found = rows.first()
    return None if found is None else NodeAddress(*found)
