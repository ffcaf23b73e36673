"""Snapshots of graphs: every run points to one, publishing gives one a number."""

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max

from workflow_editor.graph.document import Document
from workflow_editor.graph.hashing import content_hash
from workflow_editor.models import Workflow, WorkflowVersion
from workflow_editor.models.graph_document import graph_document


def version_newest(workflow: Workflow) -> WorkflowVersion | None:
    """Return what was published last, None while nothing was."""
    return WorkflowVersion.objects.filter(workflow=workflow, number__isnull=False).order_by("-number").first()


@transaction.atomic
def version_publish(workflow: Workflow, user: User) -> WorkflowVersion:
    """Give the stored graph the next number; the newest published version is returned again when nothing changed."""
    # The row lock keeps two publishers from taking one number.
    Workflow.objects.select_for_update().get(pk=workflow.pk)
    document = graph_document(workflow)
    digest = content_hash(document)
    newest = version_newest(workflow)
    if newest is not None and newest.content_hash == digest:
        return newest
    number = WorkflowVersion.objects.filter(workflow=workflow).aggregate(highest=Max("number"))["highest"] or 0
    return WorkflowVersion.objects.create(
        workflow=workflow,
        number=number + 1,
        content_hash=digest,
        document=document.model_dump(mode="json"),
        created_by=user,
    )


def version_snapshot(workflow: Workflow, document: Document, user: User | None) -> WorkflowVersion:
    """Return the version with exactly this content, made when there is none; positions on the canvas do not count."""
    digest = content_hash(document)
    known = WorkflowVersion.objects.filter(workflow=workflow, content_hash=digest).order_by("-number").first()
    if known is not None:
        return known
    version, _ = WorkflowVersion.objects.get_or_create(
        workflow=workflow,
        content_hash=digest,
        number=None,
        defaults={"document": document.model_dump(mode="json"), "created_by": user},
    )
    return version
