"""Recent activity in visible workflows: newest runs, newest failures, and the last days."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.contrib.auth.models import User
from django.db.models import Case, Count, FloatField, IntegerField, Q, QuerySet, Sum, Value, When
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

from workflow_editor.models import ProcessNode, Run, Status, Workflow
from workflow_editor.selectors.access import is_of
from workflow_editor.selectors.run.listing import run_list_for_user

DAYS: Final = 30
MAX_RECENT: Final = 8
MAX_FAILURES: Final = 5


@dataclass(slots=True)
class Day:
    """The runs that began on one day of the viewer's calendar.

    Debug runs cost money, but neither succeed nor fail. Runs in which nothing ran do not succeed.
    """

    date: date
    succeeded: int = 0
    failed: int = 0
    cost: float = 0.0


@dataclass(frozen=True, slots=True)
class FailedRun:
    run: Run
    node_name: str | None
    """The name that the node at fault has now; None when the run as a whole failed."""


@dataclass(frozen=True, slots=True)
class Overview:
    days: Sequence[Day]
    """The last 30, the oldest first; today is the last one."""
    recent: Sequence[Run]
    failures: Sequence[FailedRun]


def overview(user: User, zone: ZoneInfo, now: datetime) -> Overview:
    """Return the home page's run overview; `zone` defines the viewer's days."""
    # The rights to a workflow are looked up once for each, not once for each of its runs.
    mine = Workflow.objects.filter(is_of(user)).order_by().values("pk")
    itself = Run.objects.filter(workflow__in=mine.filter(agent=None))
    of_agents = Run.objects.filter(workflow__in=mine.filter(agent__isnull=False), created_by=user)
    days = _days((itself, of_agents), zone, now)
    if not itself.exists() and not of_agents.exists():
        return Overview(days, [], [])
    shown = run_list_for_user(user, kind=Run.Kind.RUN).filter(
        created_at__gte=_begin(days[0].date, zone), parent_node_run=None
    )
    failed = shown.filter(status=Status.FAILED)
    return Overview(
        days=days,
        recent=list(shown[:MAX_RECENT]),
        failures=_with_node_names(list(failed[:MAX_FAILURES])) if any(day.failed for day in days) else [],
    )


def _days(found: Sequence[QuerySet[Run]], zone: ZoneInfo, now: datetime) -> list[Day]:
    """Add up in the database, by the beginnings of the days: which of them a moment is in depends on the zone."""
    today = now.astimezone(zone).date()
    days = [Day(today - timedelta(days=back)) for back in range(DAYS - 1, -1, -1)]
    begins = [_begin(day.date, zone) for day in days]
    ends = [When(created_at__lt=end, then=Value(number)) for number, end in enumerate(begins[1:])]
    for runs in found:
        rows: Any = (
            runs.filter(parent_node_run=None, finished_at__isnull=False, created_at__gte=begins[0])
            .exclude(trigger=Run.REPLAY)
            .order_by()
            .values(day=Case(*ends, default=Value(DAYS - 1), output_field=IntegerField()))
            .annotate(
                succeeded=Count(
                    "status", filter=Q(kind=Run.Kind.RUN, status=Status.SUCCEEDED, usage__nothing_ran__isnull=True)
                ),
                failed=Count("status", filter=Q(kind=Run.Kind.RUN, status=Status.FAILED)),
                cost=Sum(Cast(KT("usage__cost"), FloatField())),
            )
        )
        for row in rows:
            day = days[row["day"]]
            day.succeeded += row["succeeded"]
            day.failed += row["failed"]
            day.cost += row["cost"] or 0.0
    return days


def _begin(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time.min, zone)


def _with_node_names(runs: list[Run]) -> list[FailedRun]:
    wanted = {(run.workflow_id, (run.error or {}).get("node_key")) for run in runs}
    named = ProcessNode.objects.filter(
        workflow__in={workflow for workflow, _ in wanted}, key__in={key for _, key in wanted if key}
    )
    names = {(workflow, key): name for workflow, key, name in named.values_list("workflow_id", "key", "name")}
    keys = [(run.error or {}).get("node_key") for run in runs]
    return [FailedRun(run, key and names.get((run.workflow_id, key), key)) for run, key in zip(runs, keys, strict=True)]
