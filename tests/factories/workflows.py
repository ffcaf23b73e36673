"""Workflows with members and a graph, and versions of them."""

from typing import Any

from django.contrib.auth.models import User
from django.utils.text import slugify

from tests.factories.documents import greeting_document
from workflow_editor.models import Edge, ProcessNode, Workflow, WorkflowMember, WorkflowVersion


def workflow_create(
    owner: User,
    *,
    name: str = "Greeting",
    editors: tuple[User, ...] = (),
    viewers: tuple[User, ...] = (),
    document: dict[str, Any] | None = None,
) -> Workflow:
    """Make a workflow whose rows hold the document (the greeting one unless given)."""
    number = Workflow.objects.count()
    workflow = Workflow.objects.create(name=name, slug=f"{slugify(name)}-{number}", owner=owner)
    for user in editors:
        WorkflowMember.objects.create(workflow=workflow, user=user, role=WorkflowMember.Role.EDITOR)
    for user in viewers:
        WorkflowMember.objects.create(workflow=workflow, user=user, role=WorkflowMember.Role.VIEWER)
    graph_create(workflow, greeting_document() if document is None else document)
    return workflow


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
