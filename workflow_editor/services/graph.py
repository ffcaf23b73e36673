"""Saves edits of a graph: a batch of operations is applied whole or not at all."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from workflow_editor.errors import ConflictError
from workflow_editor.graph.hashing import content_hash
from workflow_editor.graph.operations import apply_operations
from workflow_editor.graph.parsed_graph import ParsedGraph
from workflow_editor.models import GraphChange, Workflow
from workflow_editor.models.graph_document import graph_document
from workflow_editor.nodes.inspection import ParsedConfig
from workflow_editor.nodes.registry import builtin_registry
from workflow_editor.selectors.graph import changes_since
from workflow_editor.services.graph_rows import rows_write


@transaction.atomic
def graph_apply(
    user: User, *, workflow_id: UUID, revision: int, operations: Sequence[Mapping[str, Any]]
) -> tuple[int, ParsedGraph[ParsedConfig]]:
    """Apply operations to the stored graph and return its new revision and content.

    An empty batch saves nothing and keeps the revision.

    Args:
        revision: the one that the operations started from.
        operations: JSON objects, see `workflow_editor.graph.operations`.
    Raises:
        ConflictError: (`graph_conflict`) somebody saved after that revision; `details` hold `revision` and `changes`.
        InvalidInputError: (`graph_invalid_operation`) an operation does not fit; nothing is saved.
    """
    workflow = Workflow.objects.select_for_update().get(pk=workflow_id)
    if workflow.revision != revision:
        raise _conflict(workflow, revision)
    before = graph_document(workflow)
    after = apply_operations(before, operations, builtin_registry())
    if not operations:
        return revision, after
    rows_write(workflow, before, after.document)
    workflow.content_hash = content_hash(after.document)
    _record(workflow, user, operations)
    return workflow.revision, after


def _record(workflow: Workflow, user: User, operations: Sequence[Mapping[str, Any]]) -> None:
    workflow.revision += 1
    workflow.updated_at = timezone.now()
    workflow.save(update_fields=["revision", "content_hash", "updated_at"])
    GraphChange.objects.create(workflow=workflow, revision=workflow.revision, operations=list(operations), user=user)


def _conflict(workflow: Workflow, revision: int) -> ConflictError:
    changes = [
        {
            "revision": change.revision,
            "operations": change.operations,
            "user": change.user.username if change.user else "",
            "at": change.at,
        }
        for change in changes_since(workflow, revision)
    ]
    return ConflictError(
        "Somebody else saved this graph after you opened it.",
        code="graph_conflict",
        details={"revision": workflow.revision, "changes": changes},
    )
