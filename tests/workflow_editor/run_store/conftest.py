"""A run with a node in work, and one with a node in the queue."""

import pytest

from tests.factories.runs import node_run_create, run_create
from tests.workflow_editor.run_store.steps import OWNER
from workflow_editor.models import NodeRun, Run, Status, Workflow


@pytest.fixture
def run(workflow: Workflow) -> Run:
    return run_create(workflow, status=Status.RUNNING, open_nodes=1, last_seq=3)


@pytest.fixture
def working(run: Run) -> NodeRun:
    return node_run_create(run, "a", status=Status.RUNNING, lease_owner=OWNER)


@pytest.fixture
def queued(run: Run) -> NodeRun:
    node = node_run_create(run, "greet", status=Status.QUEUED)
    NodeRun.objects.filter(pk=node.pk).update(started_at=None, finished_at=None)
    node.refresh_from_db()
    return node
