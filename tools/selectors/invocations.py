"""Reads of the log of tool calls."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from tools.models import ToolInvocation

MOST_SEARCHED = 1000
"""Newest rows of the other filters in which text is searched, and of which names are offered."""
_SEARCHED = (
    "username",
    "tool_id",
    "title",
    "executor",
    "function",
    "message",
    "result__translations",
    "node_key",
    "call_id",
)
_SUCCESS = {"success": True, "failure": False, "open": None}


@dataclass(frozen=True, slots=True)
class InvocationFilter:
    """Narrows the audit log; None means any."""

    row: int | None = None
    """Id of one call."""
    tool: str | None = None
    """Tool id or executor name."""
    user: str | None = None
    """User name."""
    result: str | None = None
    decision: str | None = None
    origin: str | None = None
    run: UUID | None = None
    workflow: UUID | None = None
    since: datetime | None = None
    """Included."""
    until: datetime | None = None
    """Not included."""
    search: str = ""
    """Searched in the newest `MOST_SEARCHED` calls that the other filters let through."""


@dataclass(frozen=True, slots=True)
class InvocationNames:
    """Names that a filter offers."""

    tools: Sequence[tuple[str, str]]
    """Tool ids and titles."""
    people: Sequence[str]


def invocation_list(*, user: User, narrow: InvocationFilter) -> QuerySet[ToolInvocation]:
    """Return audit rows, newest first: everybody's for staff, one's own for others."""
    rows = ToolInvocation.objects.all()
    if not user.is_staff:
        rows = rows.filter(user=user)
    if narrow.tool is not None:
        rows = rows.filter(tool_id=narrow.tool) | rows.filter(executor=narrow.tool)
    if narrow.result is not None:
        rows = rows.filter(success=_SUCCESS[narrow.result])
    exact = {
        "pk": narrow.row,
        "username": narrow.user,
        "decision": narrow.decision,
        "origin": narrow.origin,
        "run_id": narrow.run,
        "workflow_id": narrow.workflow,
        "at__gte": narrow.since,
        "at__lt": narrow.until,
    }
    rows = rows.filter(**{field: value for field, value in exact.items() if value is not None})
    if not narrow.search:
        return rows
    held = Q(*((f"{field}__icontains", narrow.search) for field in _SEARCHED), _connector=Q.OR)
    return ToolInvocation.objects.filter(held, pk__in=rows.order_by("-id").values("pk")[:MOST_SEARCHED])


def invocation_names(user: User) -> InvocationNames:
    """Return the tools and people of the newest calls that the user may see, by name."""
    rows = invocation_list(user=user, narrow=InvocationFilter()).order_by("-id")
    found = list(rows.values_list("tool_id", "title", "username")[:MOST_SEARCHED])
    # The newest title of a tool counts.
    tools = {tool_id: title for tool_id, title, _ in reversed(found) if tool_id}
    people = {username for _, _, username in found if username}
    return InvocationNames(
        sorted(tools.items(), key=lambda one: (one[1].lower(), one[0])), sorted(people, key=lambda name: name.lower())
    )
