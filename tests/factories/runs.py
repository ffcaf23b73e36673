"""Runs as they lie in the database, without anything having been executed."""

from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from agents.core.events import Event
from tests.factories.workflows import version_create
from workflow_editor.models import NodeRun, Run, RunEvent, Status, Workflow
from workflow_editor.run_store.writes import NewEvent


def run_create(workflow: Workflow, *, user: User | None = None, status: str = Status.SUCCEEDED, **fields: Any) -> Run:
    """Make a run of a fresh snapshot of the workflow, by its owner unless `user` is given."""
    now = timezone.now()
    return Run.objects.create(
        workflow=workflow,
        version=fields.pop("version", None) or version_create(workflow),
        created_by=user or workflow.owner,
        status=status,
        inputs=fields.pop("inputs", {"topic": "looms"}),
        started_at=now,
        finished_at=now,
        **fields,
    )


def node_run_create(run: Run, node_key: str, *, status: str = Status.SUCCEEDED, **fields: Any) -> NodeRun:
    now = timezone.now()
    return NodeRun.objects.create(
        run=run, node_key=node_key, status=status, queued_at=now, started_at=now, finished_at=now, **fields
    )


def run_event_create(run: Run, event: Event) -> RunEvent:
    """Append an event with the next number."""
    run.last_seq += 1
    run.save(update_fields=["last_seq"])
    new = NewEvent.of(event, timezone.now())
    return RunEvent.objects.create(
        run=run, seq=run.last_seq, type=new.type, node_key=new.node_key, payload=new.payload, at=new.at
    )
