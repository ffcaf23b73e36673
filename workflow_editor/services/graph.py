"""Saves edits of a graph: a batch of operations is applied whole or not at all."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from tools.core.definitions import JsonObject
from tools.core.naming.visible_name import is_readable
from workflow_editor.adapters.events.broadcast import broadcast
from workflow_editor.errors import ConflictError, InvalidInputError
from workflow_editor.graph.document import Document
from workflow_editor.graph.hashing import content_hash
from workflow_editor.graph.operations import apply_operations, complete_operations
from workflow_editor.graph.parsed_graph import ParsedGraph
from workflow_editor.graph.rebasing import is_independent
from workflow_editor.models import GraphChange, Workflow
from workflow_editor.models.graph_document import graph_document
from workflow_editor.nodes.inspection import ParsedConfig
from workflow_editor.nodes.registry import builtin_registry, read_graph
from workflow_editor.selectors.graphs.changes import change_json, changes_since, names_stored
from workflow_editor.services.graph_rows import rows_write


class SavedGraph(NamedTuple):
    revision: int
    """The one that the batch made."""
    graph: ParsedGraph[ParsedConfig]
    """The stored graph, which may be newer."""
    changes: Sequence[JsonObject]
    """Changes of others between the batch's starting revision and its own; see `change_json`."""


@transaction.atomic
def graph_apply(
    user: User,
    *,
    workflow_id: UUID,
    revision: int,
    operations: Sequence[Mapping[str, Any]],
    batch: UUID | None = None,
    by_hand: bool = False,
    refuses_ignored: bool = False,
) -> SavedGraph:
    """Apply operations to the stored graph, merging with changes after `revision` to other parts.

    An empty batch saves nothing; a `batch` id that is stored already is not applied again; `by_hand` means a signed-in
    person, not a token; see `apply_operations` for `refuses_ignored`.
    Raises:
        ConflictError: (`graph_conflict`) they conflict with later changes; `details` hold `revision` and `changes`,
            empty when there are too many or none: then read the graph again.
        InvalidInputError: (`graph_invalid_operation`) an operation does not fit; nothing is saved.
    """
    workflow = Workflow.objects.select_for_update().get(pk=workflow_id)
    before = graph_document(workflow)
    changes = [change_json(change) for change in changes_since(workflow, revision)]
    if batch is not None and (stored := GraphChange.objects.filter(workflow=workflow, batch=batch).first()):
        earlier = [change for change in changes if change["revision"] < stored.revision]
        if len(earlier) < stored.revision - revision - 1:
            raise _conflict(workflow, [])
        return SavedGraph(stored.revision, read_graph(before), earlier)
    if workflow.revision != revision + len(changes):
        raise _conflict(workflow, [])
    try:
        after = apply_operations(
            before, operations, builtin_registry(), names_stored(workflow), refuses_ignored=refuses_ignored
        )
    except InvalidInputError as error:
        if changes:
            raise _conflict(workflow, changes) from error
        raise
    if not is_independent(operations, [operation for change in changes for operation in change["operations"]]):
        raise _conflict(workflow, changes)
    if operations:
        rows_write(workflow, before, after.document)
        workflow.content_hash = content_hash(after.document)
        completed = complete_operations([*_names_lost(before, after.document), *operations])
        _record(workflow, GraphChange(operations=completed, batch=batch, user=user, by_hand=by_hand))
    return SavedGraph(workflow.revision, after, changes)


def _names_lost(before: Document, after: Document) -> Iterator[JsonObject]:
    """Yield as operations the unreadable names that a change takes away: the history knows them when it is undone."""
    names = {node.key: node.name for node in after.nodes}
    for node in before.nodes:
        if names.get(node.key) != node.name and not is_readable(node.name):
            yield {"op": "update_node", "key": node.key, "changes": {"name": node.name}}


def _record(workflow: Workflow, change: GraphChange) -> None:
    workflow.revision += 1
    workflow.updated_at = timezone.now()
    workflow.save(update_fields=["revision", "content_hash", "updated_at"])
    change.workflow, change.revision = workflow, workflow.revision
    change.save(force_insert=True)
    transaction.on_commit(partial(broadcast.send_graph_change, workflow.pk))


def _conflict(workflow: Workflow, changes: Sequence[JsonObject]) -> ConflictError:
    return ConflictError(
        "Somebody else saved this graph after you opened it.",
        code="graph_conflict",
        details={"revision": workflow.revision, "changes": changes},
    )
