"""The audit log in figures: calls by day and by tool, and what became of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.db.models import Count, Q
from django.db.models.functions import TruncDate
from django.utils import timezone

from tools.models import ToolInvocation
from tools.selectors.shown_titles import shown_title

DAYS = 14
MOST_TOOLS = 10
_KINDS: Mapping[str, Q] = {
    "succeeded": Q(success=True),
    "failed": Q(success=False) & ~Q(decision="deny"),
    "denied": Q(decision="deny"),
    "open": Q(success=None),
}


@dataclass(frozen=True, slots=True)
class Bar:
    """Calls of one day or one tool."""

    label: str
    succeeded: int
    failed: int
    denied: int
    open: int
    most: int
    """Calls of the largest bar, for its length."""

    @property
    def total(self) -> int:
        return self.succeeded + self.failed + self.denied + self.open

    @property
    def parts(self) -> Sequence[tuple[str, int, float]]:
        """Return (kind, calls, percent of the largest bar)."""
        counts = {name: getattr(self, name) for name in _KINDS}
        return [(name, count, 100 * count / self.most) for name, count in counts.items() if count]


@dataclass(frozen=True, slots=True)
class Figures:
    days: Sequence[Bar]
    tools: Sequence[Bar]


def invocation_figures() -> Figures:
    """Count the calls of the last two weeks (UTC), of the tools that are called most."""
    today = timezone.now().date()
    first = today - timedelta(days=DAYS - 1)
    counts = {name: Count("id", filter=kind) for name, kind in _KINDS.items()}
    rows = ToolInvocation.objects.filter(at__date__gte=first).order_by()
    dated = rows.annotate(day=TruncDate("at")).values("day").annotate(**counts)
    by_day: dict[date, Mapping[str, Any]] = {row["day"]: row for row in dated}
    days = [by_day.get(first + timedelta(days=number), {}) for number in range(DAYS)]
    labels = [f"{first + timedelta(days=number):%m-%d}" for number in range(DAYS)]
    named = rows.exclude(tool_id="").values("tool_id", "title").annotate(calls=Count("id"), **counts)
    tools: list[Mapping[str, Any]] = list(named.order_by("-calls", "tool_id")[:MOST_TOOLS])
    return Figures(_bars(labels, days), _bars([shown_title(row["tool_id"], row["title"]) for row in tools], tools))


def _bars(labels: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> list[Bar]:
    counted = [{name: row.get(name, 0) for name in _KINDS} for row in rows]
    most = max((sum(row.values()) for row in counted), default=0) or 1
    return [Bar(label, **row, most=most) for label, row in zip(labels, counted, strict=True)]
