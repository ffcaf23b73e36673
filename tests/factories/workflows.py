"""Workflows with members and a graph, and versions of them."""

from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.text import slugify

from tests.factories.documents import greeting_document
from workflow_editor.models import Edge, ProcessNode, Workflow, WorkflowMember, WorkflowVersion


def workflow_create(
    owner: User,
    *,
    name: str = "Greeting",
    editors: tuple[User, ...] = (),
    viewers: tuple[User, ...] = (),
    invited: tuple[User, ...] = (),
    document: dict[str, Any] | None = None,
) -> Workflow:
    """Make a workflow with rows that hold the document (the greeting one unless given).

    Args:
        invited: people who may edit it once they add it.
    """
    number = Workflow.objects.count()
    workflow = Workflow.objects.create(name=name, slug=f"{slugify(name)}-{number}", owner=owner)
    for user in editors:
        member_create(workflow, user, "editor")
    for user in viewers:
        member_create(workflow, user, "viewer")
    for user in invited:
        WorkflowMember.objects.create(workflow=workflow, user=user, role=WorkflowMember.Role.EDITOR)
    graph_create(workflow, greeting_document() if document is None else document)
    return workflow


def member_create(workflow: Workflow, user: User, role: str) -> WorkflowMember:
    """Make somebody a member who has taken the workflow up."""
    return WorkflowMember.objects.create(workflow=workflow, user=user, role=role, taken_up_at=timezone.now())


def graph_create(workflow: Workflow, document: dict[str, Any]) -> None:
    rows = {}
    for item in document["nodes"]:
        fields = {name: value for name, value in item.items() if name != "position"}
        rows[item["key"]] = ProcessNode.objects.create(workflow=workflow, **fields, **item["position"])
    for item in document["edges"]:
        Edge.objects.create(
            workflow=workflow,
            edge_id=item["id"],
            source=rows[item["source"]],
            source_port=item["source_port"],
            target=rows[item["target"]],
            target_port=item["target_port"],
        )


def version_create(workflow: Workflow, document: dict[str, Any] | None = None) -> WorkflowVersion:
    """Make an unpublished snapshot; its hash is that of a test, not of the content."""
    number = WorkflowVersion.objects.count()
    return WorkflowVersion.objects.create(
        workflow=workflow, content_hash=f"{number:064x}", document=document or greeting_document()
    )
