"""Reads of the log of sign-ins and of changes of rights."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from tools.models import AccessEvent
from tools.selectors.invocations import MOST_SEARCHED

_SEARCHED = ("username", "action", "target", "address")


@dataclass(frozen=True, slots=True)
class AccessFilter:
    """Narrows the log of rights; None means any."""

    row: int | None = None
    """Id of one event."""
    kind: str | None = None
    """Subject of the action, such as `rule` for `rule.changed`."""
    user: str | None = None
    """User name."""
    since: datetime | None = None
    """Included."""
    until: datetime | None = None
    """Not included."""
    search: str = ""
    """Searched in the newest `MOST_SEARCHED` events that the other filters let through."""


def access_event_list(narrow: AccessFilter) -> QuerySet[AccessEvent]:
    """Return the events, newest first."""
    given = {
        "pk": narrow.row,
        "action__startswith": narrow.kind and f"{narrow.kind}.",
        "username": narrow.user,
        "at__gte": narrow.since,
        "at__lt": narrow.until,
    }
    rows = AccessEvent.objects.filter(**{field: value for field, value in given.items() if value is not None})
    if not narrow.search:
        return rows
    held = Q(*((f"{field}__icontains", narrow.search) for field in _SEARCHED), _connector=Q.OR)
    return AccessEvent.objects.filter(held, pk__in=rows.order_by("-id").values("pk")[:MOST_SEARCHED])
