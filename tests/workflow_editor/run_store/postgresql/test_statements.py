"""Writes of runs take one statement, which waits for the locks of others."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
from django.db import connection, connections, transaction
from django.test.utils import CaptureQueriesContext

from tests.polling import wait_until
from tests.workflow_editor.run_store.steps import CHANGES, store
from workflow_editor.models import NodeRun, Run, RunEvent, Status
from workflow_editor.run_store import run_store
from workflow_editor.run_store.leases import Lease, NodeAddress
from workflow_editor.run_store.writes import Reported
from workflow_editor.services.runs.claim import node_run_claim
from workflow_editor.services.runs.step import ClaimedNode


@pytest.mark.django_db(transaction=True)
def test_a_step_is_one_statement(run: Run, working: NodeRun) -> None:
    with CaptureQueriesContext(connection) as sent:
        store(run, working)
    assert len(sent) == 1


@pytest.mark.django_db(transaction=True)
def test_a_node_is_taken_in_two_statements(run: Run, queued: NodeRun) -> None:
    node_run_claim(queued.pk)  # reads the plan
    NodeRun.objects.filter(pk=queued.pk).update(status=Status.QUEUED, lease_owner="", started_at=None)
    with CaptureQueriesContext(connection) as sent:
        claimed = node_run_claim(queued.pk)
    assert len(sent) == 2
    assert claimed is not None
    assert (claimed.run.pk, claimed.run.last_seq, claimed.run.inputs) == (run.pk, 5, {"topic": "looms"})


@CHANGES
@pytest.mark.django_db(transaction=True)
def test_what_changes_while_the_run_is_locked_counts(queued: NodeRun, change: Callable[[NodeRun], None]) -> None:
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            run_store.lock_run(queued.run_id)
            claiming: Future[ClaimedNode | None] = pool.submit(node_run_claim, queued.pk)
            wait_until(_somebody_waits_for_us)
            change(queued)
        try:
            assert claiming.result(60) is None
        finally:
            pool.submit(connections.close_all).result(60)
    assert not RunEvent.objects.filter(run=queued.run_id, type="node_started").exists()


@pytest.mark.django_db(transaction=True)
def test_nobody_takes_a_node_over_while_its_worker_stores(run: Run, working: NodeRun) -> None:
    lease = Lease(NodeAddress(run.pk, working.pk, working.node_key, working.scope), working.lease_owner)
    rows = NodeRun.objects.filter(pk=working.pk)
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            run_store.append({lease: Reported()})
            taking_over = pool.submit(rows.update, lease_owner="somebody else")
            wait_until(_somebody_waits_for_us)
        try:
            assert taking_over.result(60) == 1
        finally:
            pool.submit(connections.close_all).result(60)


def _somebody_waits_for_us() -> bool:
    waiting = "SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"
    with connection.cursor() as cursor:
        cursor.execute(waiting)
        return bool(cursor.fetchall())
