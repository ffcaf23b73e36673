"""Deletes what is beyond the limits: whole days of events at once, the rest in small batches."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Sum, Window
from django.utils import timezone

from tools.services.tool_files import tool_files_expire
from workflow_editor.models import Payload, PayloadUse, Run, RunCookies, Workflow
from workflow_editor.models.payload import KEPT_UNUSED
from workflow_editor.models.status import OPEN_STATUSES
from workflow_editor.run_store import run_store
from workflow_editor.run_store.event_partitions import ids_of

# One transaction deletes the rows of so many runs.
RUNS_AT_ONCE = 50


@dataclass(frozen=True, slots=True)
class HistoryLimits:
    """Retention limits of a workflow's finished runs; 0 is no limit."""

    days: int
    runs: int
    megabytes: int

    @classmethod
    def of_system(cls) -> "HistoryLimits":
        return cls(settings.HISTORY_DAYS, settings.HISTORY_RUNS, settings.HISTORY_MEGABYTES)

    def narrowed(self, stored: Mapping[str, Any]) -> "HistoryLimits":
        """Return these limits, or those of the workflow's settings where they are tighter."""
        return HistoryLimits(
            _tighter(self.days, stored.get("historyDays")),
            _tighter(self.runs, stored.get("historyRuns")),
            _tighter(self.megabytes, stored.get("historyMegabytes")),
        )


def workflows_after(last: UUID | None, count: int) -> list[UUID]:
    """Return the next workflows in the order of their ids."""
    rows = Workflow.objects.order_by("id")
    return list((rows.filter(id__gt=last) if last else rows).values_list("id", flat=True)[:count])


def workflow_prune(workflow_id: UUID, limits: HistoryLimits, *, batch: int) -> int:
    """Delete at most `batch` of the oldest finished runs beyond the limits, and return the number.

    Tighter limits of the workflow apply. The newest run stays, and so do runs that a parent still needs.
    """
    stored = Workflow.objects.filter(pk=workflow_id).values_list("settings", flat=True).first()
    limits = limits.narrowed(stored or {})
    runs = Run.objects.filter(workflow=workflow_id)
    newest = runs.order_by("-created_at", "-id").values("pk")[:1]
    until = _cutoff(runs, limits)
    if until is None:
        return 0
    needed = Q(parent_node_run__run__status__in=OPEN_STATUSES)
    beyond = runs.filter(created_at__lte=until, finished_at__isnull=False).exclude(pk__in=newest).exclude(needed)
    ids = list(beyond.order_by("created_at", "id").values_list("pk", flat=True)[:batch])
    for start in range(0, len(ids), RUNS_AT_ONCE):
        batch_ids = ids[start : start + RUNS_AT_ONCE]
        Run.objects.filter(pk__in=batch_ids).delete()
        tool_files_expire(timezone.now(), run_ids=batch_ids)
    return len(ids)


def _tighter(system: int, own: int | None) -> int:
    """0 and None are no limit."""
    return min(system or own, own) if own else system


def _cutoff(runs: "QuerySet[Run]", limits: HistoryLimits) -> datetime | None:
    """Return the creation time up to which runs are beyond one of the limits; None when all are within them."""
    found = []
    if limits.days:
        found.append(timezone.now() - timedelta(days=limits.days))
    newest_first = runs.order_by("-created_at", "-id")
    if limits.runs:
        found += newest_first.values_list("created_at", flat=True)[limits.runs : limits.runs + 1]
    if limits.megabytes:
        limit = limits.megabytes * 1_000_000
        if (runs.aggregate(total=Sum("history_bytes"))["total"] or 0) > limit:
            so_far = Window(Sum("history_bytes"), order_by=[F("created_at").desc(), F("id").desc()])
            found += (
                newest_first.annotate(so_far=so_far).filter(so_far__gt=limit).values_list("created_at", flat=True)[:1]
            )
    return max(found, default=None)


def partitions_prune(limits: HistoryLimits, now: datetime) -> int:
    """Drop the events of past days without runs, or with only finished ones beyond the limit; return the number of
    days.
    """
    oldest_kept = (now - timedelta(days=limits.days)).date() if limits.days else None
    dropped = 0
    for day in run_store.partition_days():
        if day >= now.date() - timedelta(days=1):
            break
        first, behind = ids_of(day)
        runs = Run.objects.filter(pk__gte=first, pk__lt=behind)
        if oldest_kept is not None and day < oldest_kept:
            runs = runs.filter(status__in=OPEN_STATUSES)
        if not runs.exists():
            dropped += run_store.partition_drop(day)
    return dropped


def payloads_prune(now: datetime, *, batch: int) -> int:
    """Delete payloads that nobody holds any more and nobody stored lately, at most `batch`; return how many."""
    unheld = Payload.objects.filter(~Exists(PayloadUse.objects.filter(payload=OuterRef("pk"))))
    old = unheld.filter(used_at__lt=now - KEPT_UNUSED)
    names = list(old.order_by("used_at").values_list("pk", flat=True)[:batch])
    if not names:
        return 0
    try:
        # Asked again in the statement that deletes: somebody may store one of them in this moment.
        return old.filter(pk__in=names).delete()[0]
    except IntegrityError:
        return 0


def cookies_prune(*, batch: int) -> int:
    """Delete the cookies of runs that are over, at most `batch`; return of how many."""
    over = RunCookies.objects.exclude(run__status__in=OPEN_STATUSES)
    ids = list(over.values_list("pk", flat=True)[:batch])
    RunCookies.objects.filter(pk__in=ids).delete()
    return len(ids)
