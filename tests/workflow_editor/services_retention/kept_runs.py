"""Runs of some age, and what upkeep leaves of them."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from tests.factories.runs import node_run_create, run_create
from workflow_editor.models import Run, RunEvent, Status, Workflow
from workflow_editor.services.retention.prune import HistoryLimits
from workflow_editor.services.retention.pruner import HistoryPruner

EVERYTHING = HistoryLimits(days=0, runs=0, megabytes=0)


def finished_run(workflow: Workflow, *, days_ago: float = 0, **fields: Any) -> Run:
    at = timezone.now() - timedelta(days=days_ago)
    run = run_create(workflow, **fields)
    Run.objects.filter(pk=run.pk).update(created_at=at, finished_at=at)
    node_run_create(run, "a", output={"text": "y" * 1000})
    RunEvent.objects.create(run=run, seq=1, type="run_queued", payload={"text": "z" * 1000}, at=at)
    return run


def open_run(workflow: Workflow, *, days_ago: float, **fields: Any) -> Run:
    run = run_create(workflow, status=Status.WAITING, **fields)
    Run.objects.filter(pk=run.pk).update(created_at=timezone.now() - timedelta(days=days_ago), finished_at=None)
    return run


def kept(limits: HistoryLimits) -> set[Any]:
    HistoryPruner(limits).round()
    return set(Run.objects.values_list("pk", flat=True))
