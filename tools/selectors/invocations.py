"""Reads of the audit log."""

from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import QuerySet

from tools.models import ToolInvocation


@dataclass(frozen=True, slots=True)
class InvocationFilter:
    """Narrows the audit log; None means any."""

    tool: str | None = None
    """Tool id or executor name."""
    username: str | None = None
    success: bool | None = None
    decision: str | None = None
    run_id: UUID | None = None
    workflow_id: UUID | None = None


def invocation_list(*, user: User, narrow: InvocationFilter) -> QuerySet[ToolInvocation]:
    """Return audit rows, newest first: everybody's for staff, one's own for others."""
    rows = ToolInvocation.objects.all()
    if not user.is_staff:
        rows = rows.filter(user=user)
    if narrow.tool is not None:
        rows = rows.filter(tool_id=narrow.tool) | rows.filter(executor=narrow.tool)
    exact = {
        "username": narrow.username,
        "success": narrow.success,
        "decision": narrow.decision,
        "run_id": narrow.run_id,
        "workflow_id": narrow.workflow_id,
    }
    return rows.filter(**{field: value for field, value in exact.items() if value is not None})
