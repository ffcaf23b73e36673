"""A node in the queue is taken by one worker, or by none."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.workflow_editor.run_store.steps import CHANGES, is_to_end
from workflow_editor.models import NodeRun, Run, RunEvent, Status
from workflow_editor.run_store import run_store
from workflow_editor.services.runs.claim import node_run_claim


def row_of(node: NodeRun) -> dict[str, Any]:
    return dict(NodeRun.objects.filter(pk=node.pk).values().get())


@pytest.mark.django_db
def test_a_claim_is_stored(run: Run, queued: NodeRun) -> None:
    claimed = node_run_claim(queued.pk)
    assert claimed is not None
    row = row_of(queued)
    assert (row["status"], row["attempt"], row["lease_owner"]) == (Status.RUNNING, 1, claimed.lease_owner)
    assert row["started_at"] == claimed.started_at < row["lease_until"]
    events = RunEvent.objects.filter(run=run).values_list("seq", "type", "node_key")
    assert list(events) == [(4, "node_started", "greet")]
    run.refresh_from_db()
    assert (run.last_seq, run.steps) == (claimed.run.last_seq, 0)
    assert (claimed.is_new, claimed.has_waited, claimed.at) == (True, False, ("greet", ""))


@CHANGES
@pytest.mark.django_db
def test_a_node_that_is_not_to_be_had_is_left_alone(queued: NodeRun, change: Callable[[NodeRun], None]) -> None:
    change(queued)
    before = row_of(queued)
    assert node_run_claim(queued.pk) is None
    if change is not is_to_end:
        assert row_of(queued) == before
    assert not RunEvent.objects.filter(run=queued.run_id, type="node_started").exists()


@pytest.mark.django_db
def test_a_step_that_was_decided_before_can_still_be_stored(run: Run, queued: NodeRun) -> None:
    assert node_run_claim(queued.pk) is not None
    assert run_store.save_step(run, []).last_seq == 4


@pytest.mark.django_db
def test_a_node_that_was_in_work_before_goes_on(queued: NodeRun) -> None:
    NodeRun.objects.filter(pk=queued.pk).update(started_at=timezone.now(), attempt=2)
    claimed = node_run_claim(queued.pk)
    assert claimed is not None
    assert (claimed.attempt, claimed.is_new) == (2, False)


@pytest.mark.django_db
def test_whoever_read_the_queue_before_somebody_else_worked_on_the_node_does_not_get_it(queued: NodeRun) -> None:
    """It is in the queue again, but what the claim was decided from is out of date."""
    read = run_store.queued_node(queued.pk)
    assert read is not None
    again = timezone.now()
    NodeRun.objects.filter(pk=queued.pk).update(attempt=2, queued_at=again, started_at=again)
    assert run_store.claim(read, "me:1", again, started_at=again, events=[]) is None
    assert row_of(queued)["status"] == Status.QUEUED


@pytest.mark.django_db
def test_a_node_that_is_not_due_stays_in_the_queue(queued: NodeRun) -> None:
    NodeRun.objects.filter(pk=queued.pk).update(due_at=timezone.now() + timedelta(minutes=1))
    assert node_run_claim(queued.pk) is None
    assert row_of(queued)["status"] == Status.QUEUED
