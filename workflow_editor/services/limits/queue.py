"""Admits runs within limits.

Runs under a limit are held without a first step, and admitted, fairest first, at creation, when a run ends or begins to
wait, and every second. Waiting runs do not count.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone

from workflow_editor.adapters.process.task_queue import enqueue_run
from workflow_editor.engine.fairness import NEVER, Line, next_runs
from workflow_editor.engine.run_limits import RunLimits, limits_of
from workflow_editor.models import Run, Status, Workflow
from workflow_editor.models.status import OPEN_WORDS
from workflow_editor.run_store import run_store

_MOST_PER_WORKFLOW = 100


def run_put_under_limits(run: Run, limits: RunLimits, *, may_hold: bool = True) -> None:
    """Write the limits into a new run; it is held if it must queue.

    The caller enqueues it unless held, and otherwise calls `runs_admit`. `may_hold` is False for interactive runs.
    """
    run.limits = limits.to_json() or None
    run.held = may_hold and is_limited(limits)
    if not run.held:
        run.deadline_at = _deadline(limits, run.created_at)


def is_limited(limits: RunLimits) -> bool:
    """Return True when runs with these limits may have to wait for others."""
    return settings.MAX_CONCURRENT_RUNS > 0 or limits.max_concurrent_runs is not None


def admit_after(run: Run) -> None:
    """Look for the next runs once the caller's transaction has ended, in which this run ended or began to wait."""
    if settings.MAX_CONCURRENT_RUNS > 0 or "maxConcurrentRuns" in (run.limits or {}):
        transaction.on_commit(runs_admit)


def runs_admit() -> list[UUID]:
    """Admit held runs within the limits; return their ids."""
    held = Run.objects.filter(status=Status.QUEUED, held=True)
    if not held.exists():
        return []
    with transaction.atomic():
        run_store.lock_admission()
        admitted = list(_next_runs())
        now = timezone.now()
        for run_id in admitted:
            _let_go(run_id, now)
    return admitted


def _next_runs() -> Iterator[UUID]:
    at_work = Q(status=Status.RUNNING) | Q(status=Status.QUEUED, held=False)
    going_on = Run.objects.filter(at_work, status__in=OPEN_WORDS).order_by()
    running: dict[UUID, int] = dict(going_on.values_list("workflow").annotate(n=Count("id")))
    most = settings.MAX_CONCURRENT_RUNS or None
    capacity = None if most is None else most - sum(running.values())
    if capacity is not None and capacity <= 0:
        return iter(())
    of_owner = dict(going_on.values_list("workflow__owner").annotate(n=Count("id")))
    return next_runs(_lines(running, of_owner, capacity), capacity)


def _lines(running: Mapping[UUID, int], of_owner: Mapping[int | None, int], capacity: int | None) -> list[Line[UUID]]:
    held = Run.objects.filter(status=Status.QUEUED, held=True)
    workflow_ids = held.order_by().values_list("workflow_id", flat=True).distinct()
    longest = _MOST_PER_WORKFLOW if capacity is None else min(capacity, _MOST_PER_WORKFLOW)
    lines = []
    workflows = Workflow.objects.filter(pk__in=workflow_ids)
    for workflow_id, stored, owner_id in workflows.values_list("pk", "settings", "owner"):
        first = held.filter(workflow_id=workflow_id).order_by("created_at")[:longest]
        runs = list(first.values_list("created_at", "id"))
        limit = limits_of(stored).max_concurrent_runs
        last_begun_at = _last_begun_at(workflow_id, runs[0][0])
        of_person = of_owner.get(owner_id, 0)
        lines.append(Line(runs, running.get(workflow_id, 0), limit, last_begun_at, owner_id, of_person))
    return lines


def _last_begun_at(workflow_id: UUID, oldest_held: datetime) -> datetime:
    """Return when the workflow was last let in: each of its runs that was is older than those that are held."""
    before = Run.objects.filter(workflow_id=workflow_id, created_at__lte=oldest_held, held=False)
    last = before.order_by("-created_at").values_list("started_at", "created_at").first()
    return NEVER if last is None else last[0] or last[1]


def _let_go(run_id: UUID, now: datetime) -> None:
    limits = Run.objects.values_list("limits", flat=True).get(pk=run_id)
    deadline_at = _deadline(limits_of(limits), now)
    if Run.objects.filter(pk=run_id, held=True).update(held=False, deadline_at=deadline_at):
        transaction.on_commit(partial(enqueue_run, run_id))


def _deadline(limits: RunLimits, since: datetime) -> datetime | None:
    return None if limits.deadline_s is None else since + timedelta(seconds=limits.deadline_s)
