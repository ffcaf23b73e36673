"""A node that nobody has worked on is taken in one statement, or not at all. Only PostgreSQL takes it so."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection, connections, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.factories.runs import node_run_create, run_create
from tests.polling import wait_until
from workflow_editor.adapters.run_rows import run_row_update
from workflow_editor.models import NodeRun, Run, RunEvent, Status, Workflow
from workflow_editor.services.runs import claim
from workflow_editor.services.runs.claim import node_run_claim
from workflow_editor.services.runs.step import ClaimedNode, run_lock


@pytest.fixture
def run(workflow: Workflow) -> Run:
    return run_create(workflow, status=Status.RUNNING, open_nodes=1, last_seq=3)


@pytest.fixture
def queued(run: Run) -> NodeRun:
    node = node_run_create(run, "greet", status=Status.QUEUED)
    NodeRun.objects.filter(pk=node.pk).update(started_at=None, finished_at=None)
    node.refresh_from_db()
    return node


def row_of(node: NodeRun) -> dict[str, Any]:
    return dict(NodeRun.objects.filter(pk=node.pk).values().get())


@pytest.mark.django_db
def test_a_node_is_taken_in_two_statements(run: Run, queued: NodeRun) -> None:
    node_run_claim(queued.pk)  # reads the plan
    NodeRun.objects.filter(pk=queued.pk).update(status=Status.QUEUED, lease_owner="", started_at=None)
    with CaptureQueriesContext(connection) as sent:
        claimed = node_run_claim(queued.pk)
    assert len(sent) == 2
    assert claimed is not None
    assert (claimed.run.pk, claimed.run.last_seq, claimed.run.inputs) == (run.pk, 5, {"topic": "looms"})


@pytest.mark.django_db
def test_both_ways_write_the_same(workflow: Workflow, monkeypatch: pytest.MonkeyPatch) -> None:
    def written(*, at_once: bool) -> list[Any]:
        monkeypatch.setattr(claim, "is_one_statement", lambda: at_once)
        run = run_create(workflow, status=Status.RUNNING, open_nodes=1, last_seq=3)
        node = NodeRun.objects.create(run=run, node_key="greet", status=Status.QUEUED, queued_at=timezone.now())
        claimed = node_run_claim(node.pk)
        assert claimed is not None
        row = row_of(node)
        assert row["lease_owner"] == claimed.lease_owner
        assert row["started_at"] == claimed.started_at
        assert row["lease_until"] > claimed.started_at
        events = RunEvent.objects.filter(run=run).values_list("seq", "type", "node_key", "payload")
        run.refresh_from_db()
        assert run.last_seq == claimed.run.last_seq
        return [row["status"], row["attempt"], list(events), run.status, claimed.is_new, claimed.has_waited, claimed.at]

    assert written(at_once=True) == written(at_once=False)


def is_taken(node: NodeRun) -> None:
    NodeRun.objects.filter(pk=node.pk).update(status=Status.RUNNING, lease_owner="other:1")


def is_to_end(node: NodeRun) -> None:
    Run.objects.filter(pk=node.run_id).update(cancel_requested=True)


def is_over(node: NodeRun) -> None:
    Run.objects.filter(pk=node.run_id).update(status=Status.FAILED)


CHANGES = pytest.mark.parametrize("change", [is_taken, is_to_end, is_over])


@CHANGES
@pytest.mark.django_db
def test_a_node_that_is_not_to_be_had_is_left_alone(queued: NodeRun, change: Callable[[NodeRun], None]) -> None:
    change(queued)
    before = row_of(queued)
    assert node_run_claim(queued.pk) is None
    if change is not is_to_end:
        assert row_of(queued) == before
    assert not RunEvent.objects.filter(run=queued.run_id, type="node_started").exists()


@CHANGES
@pytest.mark.django_db(transaction=True)
def test_what_changes_while_the_run_is_locked_counts(queued: NodeRun, change: Callable[[NodeRun], None]) -> None:
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            run_lock(queued.run_id)
            claiming: Future[ClaimedNode | None] = pool.submit(node_run_claim, queued.pk)
            wait_until(_somebody_waits_for_us)
            change(queued)
        try:
            assert claiming.result(60) is None
        finally:
            pool.submit(connections.close_all).result(60)
    assert not RunEvent.objects.filter(run=queued.run_id, type="node_started").exists()


def _somebody_waits_for_us() -> bool:
    waiting = "SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"
    with connection.cursor() as cursor:
        cursor.execute(waiting)
        return bool(cursor.fetchall())


@pytest.mark.django_db
def test_a_step_that_was_decided_before_can_still_be_stored(run: Run, queued: NodeRun) -> None:
    assert node_run_claim(queued.pk) is not None
    assert run_row_update(run, 2) == 6


@pytest.mark.django_db
def test_a_node_that_was_in_work_before_goes_on(queued: NodeRun) -> None:
    NodeRun.objects.filter(pk=queued.pk).update(started_at=timezone.now(), attempt=2)
    claimed = node_run_claim(queued.pk)
    assert claimed is not None
    assert (claimed.attempt, claimed.is_new) == (2, False)
