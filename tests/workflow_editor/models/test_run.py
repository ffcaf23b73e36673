"""Run constraints of the tables."""

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import RestrictedError
from django.utils import timezone

from tests.factories.runs import node_run_create, run_create, run_event_create
from workflow_editor.engine.events import RunQueued
from workflow_editor.models import JournalRow, RunEvent, Workflow


def test_an_event_number_exists_once_in_a_run(workflow: Workflow) -> None:
    run = run_create(workflow)
    event = run_event_create(run, RunQueued())
    with pytest.raises(IntegrityError), transaction.atomic():
        RunEvent.objects.create(run=run, seq=event.seq, type="run_started", at=timezone.now())


def test_a_node_has_one_row_per_scope(workflow: Workflow) -> None:
    run = run_create(workflow)
    node_run_create(run, "greet")
    node_run_create(run, "greet", scope="loop:1")
    with pytest.raises(IntegrityError), transaction.atomic():
        node_run_create(run, "greet")


def test_a_journal_number_exists_once_in_a_node_run(workflow: Workflow) -> None:
    node_run = node_run_create(run_create(workflow), "greet")
    JournalRow.objects.create(node_run=node_run, seq=1, kind="reply", round=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        JournalRow.objects.create(node_run=node_run, seq=1, kind="reply", round=1)


def test_an_idempotency_key_belongs_to_one_run_of_a_person_and_workflow(workflow: Workflow, bob: User) -> None:
    run_create(workflow, idempotency_key="k1")
    run_create(workflow, idempotency_key="k1", user=bob)
    with pytest.raises(IntegrityError), transaction.atomic():
        run_create(workflow, idempotency_key="k1")


def test_runs_without_a_key_do_not_collide(workflow: Workflow) -> None:
    assert run_create(workflow).pk != run_create(workflow).pk


def test_a_version_with_runs_cannot_be_deleted(workflow: Workflow) -> None:
    run = run_create(workflow)
    with pytest.raises(RestrictedError):
        run.version.delete()


def test_deleting_a_workflow_takes_its_runs_along(workflow: Workflow) -> None:
    run_event_create(run_create(workflow), RunQueued())
    workflow.delete()
    assert not RunEvent.objects.exists()
