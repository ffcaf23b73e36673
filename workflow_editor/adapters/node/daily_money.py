"""Cost of a person's runs per UTC day: recorded, and reserved by open answers."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import QuerySet

from tools.core.days import day_begin
from tools.core.definitions import JsonObject
from workflow_editor.models import NodeRun, Run
from workflow_editor.models.status import OPEN_STATUSES


def runs_that_count(user_id: int) -> QuerySet[Run]:
    """Return the runs that a person began. Child runs are their outermost run's; replays reach nothing."""
    return Run.objects.filter(created_by=user_id, parent_node_run=None).exclude(trigger=Run.REPLAY)


def money_today(user_id: int, now: datetime) -> float:
    """Return what the runs that this person began today have cost, with what their open nodes have reserved."""
    today = runs_that_count(user_id).filter(created_at__gte=day_begin(now))
    at_work = NodeRun.objects.filter(run__in=today, status__in=OPEN_STATUSES, reserved__isnull=False)
    reserved = sum(float(amount["money"]) for amount in at_work.values_list("reserved", flat=True) if amount)
    return money_of(today.values_list("usage", flat=True).iterator()) + reserved


def money_of(usages: Iterable[JsonObject | None]) -> float:
    """Return the total cost of runs from their usage; usage without a price costs nothing."""
    return sum(float((usage or {}).get("cost") or 0) for usage in usages)
