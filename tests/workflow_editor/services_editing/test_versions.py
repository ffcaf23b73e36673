"""Snapshots are made once for each content."""

from django.contrib.auth.models import User

from workflow_editor.models import Workflow, WorkflowVersion
from workflow_editor.models.graph_document import graph_document
from workflow_editor.services.versions import version_publish, version_snapshot


def test_a_snapshot_of_the_same_content_is_the_same_row(alice: User, workflow: Workflow) -> None:
    first = version_snapshot(workflow, graph_document(workflow), alice)
    workflow.nodes.filter(key="greet").update(x=99)
    assert version_snapshot(workflow, graph_document(workflow), alice) == first
    assert (first.number, WorkflowVersion.objects.count()) == (None, 1)


def test_a_published_version_serves_as_snapshot(alice: User, workflow: Workflow) -> None:
    published, _ = version_publish(workflow, alice)
    assert version_snapshot(workflow, graph_document(workflow), alice) == published


def test_publishing_what_ran_before_gives_it_a_number_of_its_own(alice: User, workflow: Workflow) -> None:
    snapshot = version_snapshot(workflow, graph_document(workflow), alice)
    published, _ = version_publish(workflow, alice)
    assert (published.number, published.content_hash) == (1, snapshot.content_hash)
    assert published != snapshot


def test_of_equal_contents_the_published_one_serves_as_snapshot(alice: User, workflow: Workflow) -> None:
    version_snapshot(workflow, graph_document(workflow), alice)
    published, _ = version_publish(workflow, alice)
    assert version_snapshot(workflow, graph_document(workflow), alice) == published
