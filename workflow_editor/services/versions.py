"""Snapshots of graphs: every run points to one, publishing gives one a number."""

from functools import cache
from uuid import UUID

from django.contrib.auth.models import User
from django.db import connection, transaction
from django.db.models import F

from tools.core.remembered import Remembered
from tools.rows.writer import db_uuid, names_of, table_of
from workflow_editor.adapters.state.plans import version_of
from workflow_editor.errors import ConflictError
from workflow_editor.graph.document import Document
from workflow_editor.graph.hashing import content_hash
from workflow_editor.models import Workflow, WorkflowVersion
from workflow_editor.models.graph_document import graph_document
from workflow_editor.nodes.registry import read_graph
from workflow_editor.selectors.checks.problems import editor_problems
from workflow_editor.services.runs.invalid_graph import refuse_errors
from workflow_editor.services.triggers.publish import triggers_publish

_CHANGED = "Someone saved this graph after you reviewed it. Review the changes again, then publish."
_HAS_ERRORS = "This workflow cannot be published yet. Correct its errors first."
# Snapshots have no number, and PostgreSQL counts what is missing as the highest.
_HIGHEST_NUMBER = F("number").desc(nulls_last=True)


def version_newest(workflow: Workflow) -> WorkflowVersion | None:
    """Return what was published last, None while nothing was."""
    return WorkflowVersion.objects.filter(workflow=workflow, number__isnull=False).order_by("-number").first()


def newest_content(workflow: Workflow) -> WorkflowVersion | None:
    """Return the same for its content, which never changes: the row as this process first read it."""
    with connection.cursor() as cursor:
        cursor.execute(_newest_statement(), [db_uuid(workflow.pk)])
        found = cursor.fetchone()
    return None if found is None else version_of(UUID(str(found[0])))


@cache
def _newest_statement() -> str:
    key, owner, number = names_of(WorkflowVersion, ("id", "workflow_id", "number"))
    return (
        f"SELECT {key} FROM {table_of(WorkflowVersion)} "  # noqa: S608  names
        f"WHERE {owner} = %s AND {number} IS NOT NULL ORDER BY {number} DESC LIMIT 1"
    )


def version_of_draft(workflow: Workflow, user: User | None) -> WorkflowVersion:
    """Return the snapshot of the stored graph, made when this content has none."""
    key = (workflow.pk, workflow.revision, workflow.content_hash)
    known = _drafts.get(key)
    if known is not None:
        return version_of(known)
    version = version_snapshot(workflow, graph_document(workflow), user)
    # Nothing is remembered that an outer transaction may still undo.
    if not connection.in_atomic_block:
        _drafts.put(key, version.pk)
    return version


_drafts: Remembered[tuple[UUID, int, str], UUID] = Remembered(200)


@transaction.atomic
def version_publish(
    workflow: Workflow,
    user: User,
    *,
    name: str = "",
    note: str = "",
    revision: int | None = None,
    refuses_errors: bool = False,
) -> tuple[WorkflowVersion, bool]:
    """Publish the stored graph under the next number; an unchanged newest version is returned as is.

    `revision` is the reviewed one; None publishes the current one. `refuses_errors` applies to people's publishing.
    Returns the version, and whether it is new.
    Raises:
        ConflictError: (`graph_changed`) the graph was saved after that revision.
        GraphInvalidError: the graph has errors, and they are refused.
    """
    # The row lock keeps two publishers from taking one number.
    locked = Workflow.objects.select_for_update().get(pk=workflow.pk)
    if revision is not None and locked.revision != revision:
        raise ConflictError(
            _CHANGED,
            code="graph_changed",
            details={"revision": locked.revision},
        )
    document = graph_document(locked)
    digest = content_hash(document)
    if locked.content_hash != digest:
        locked.content_hash = digest
        locked.save(update_fields=["content_hash"])
    newest = version_newest(locked)
    if newest is not None and newest.content_hash == digest:
        return newest, False
    if refuses_errors:
        refuse_errors(editor_problems(read_graph(document), locked, user), _HAS_ERRORS)
    version = WorkflowVersion.objects.create(
        workflow=locked,
        number=newest.number + 1 if newest and newest.number else 1,
        name=name,
        note=note,
        content_hash=digest,
        document=document.model_dump(mode="json"),
        created_by=user,
    )
    triggers_publish(locked, version, user)
    return version, True


def version_update(version: WorkflowVersion, *, name: str | None = None, note: str | None = None) -> WorkflowVersion:
    """Change a published version's texts; None keeps a value."""
    if name is not None:
        version.name = name
    if note is not None:
        version.note = note
    version.save(update_fields=["name", "note"])
    return version


def version_snapshot(workflow: Workflow, document: Document, user: User | None) -> WorkflowVersion:
    """Return the version with exactly this content, made when there is none; positions on the canvas do not count."""
    digest = content_hash(document)
    known = WorkflowVersion.objects.filter(workflow=workflow, content_hash=digest).order_by(_HIGHEST_NUMBER).first()
    if known is not None:
        return known
    version, _ = WorkflowVersion.objects.get_or_create(
        workflow=workflow,
        content_hash=digest,
        number=None,
        defaults={"document": document.model_dump(mode="json"), "created_by": user},
    )
    return version
