"""Pinning what a node gave in a run to the node of the graph, so that test runs need not do it again."""

from django.contrib.auth.models import User
from django.db import transaction

from tools.core.text import Text
from workflow_editor.errors import ConflictError, NotFoundError
from workflow_editor.models import ProcessNode, Run, Workflow
from workflow_editor.selectors.run.listing import node_run_latest_succeeded
from workflow_editor.services.graph import graph_apply

_NO_OUTPUT = Text("This node has no output in this run.")
_DELETED = Text("This node is no longer in the workflow.")


@transaction.atomic
def output_pin(run: Run, user: User, node_key: str, *, scope: str | None = None) -> int:
    """Pin a node run's output (None: of the last pass) and return the graph's new revision.

    Raises:
        NotFoundError: the node did not succeed in this run.
        ConflictError: (`node_deleted`) it has left the graph since.
    """
    row = node_run_latest_succeeded(run, node_key, scope)
    if row is None or row.output is None:
        raise NotFoundError(_NO_OUTPUT)
    workflow = Workflow.objects.select_for_update().get(pk=run.workflow_id)
    if not ProcessNode.objects.filter(workflow=workflow, key=node_key).exists():
        raise ConflictError(_DELETED, code="node_deleted")
    operation = {"op": "update_node", "key": node_key, "changes": {"pinned_output": row.output}}
    return graph_apply(user, workflow_id=workflow.pk, revision=workflow.revision, operations=[operation]).revision
