"""Whether the first use of a credential in a run is its owner's own doing, so that it may fill in where it goes to."""

from workflow_editor.models import GraphChange, Run

_BY_HAND = frozenset({"manual", "debug"})


def first_use_is_owners(run: Run, node_key: str, owner_id: int) -> bool:
    """Say whether the owner of a credential starts this run by hand, and nobody else has had a hand in the node.

    Runs of chats, webhooks, agents and other workflows may have been begun by anybody; a workflow of somebody else, or
    a node that somebody else has ever changed, may name an address that the owner never saw.
    """
    if run.trigger not in _BY_HAND or run.parent_node_run_id is not None:
        return False
    if run.created_by_id != owner_id or run.workflow.owner_id != owner_id:
        return False
    others = GraphChange.objects.filter(workflow=run.workflow_id).exclude(user=owner_id)
    return not any(_touches(operation, node_key) for change in others.iterator() for operation in change.operations)


def _touches(operation: dict[str, object], node_key: str) -> bool:
    node = operation.get("node")
    return operation.get("key") == node_key or (isinstance(node, dict) and node.get("key") == node_key)
