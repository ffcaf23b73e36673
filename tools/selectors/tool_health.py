"""Recent health of a configured tool, from the audit log."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db.models import Q

from tools.models import ToolConfig, ToolInvocation
from tools.selectors.tool_configs import TOOLS

RECENT_CALLS = 50


@dataclass(frozen=True, slots=True)
class ToolHealth:
    """The newest finished live calls of a tool, at most RECENT_CALLS of them."""

    calls: int
    succeeded: int
    last_call_at: datetime | None
    last_error: str
    """Newest error among them; empty if none failed."""
    last_error_at: datetime | None


def tool_config_health(*, tool: ToolConfig, user: User) -> ToolHealth:
    """Count the tool's newest live calls that were let through: everybody's for editors, one's own for others."""
    rows = ToolInvocation.objects.filter(
        Q(tool_id=tool.tool_id) | Q(tool_id__startswith=tool.tool_id.functions_prefix),
        mode=ToolInvocation.Mode.LIVE,
        stage=ToolInvocation.Stage.CALL,
        decision__in=(ToolInvocation.Decision.ALLOW, ToolInvocation.Decision.ASK),
        success__isnull=False,
    )
    if not TOOLS.may_change(user, tool):
        rows = rows.filter(user=user)
    recent = list(rows.order_by("-id").values_list("success", "at", "message")[:RECENT_CALLS])
    failures = [(message, at) for success, at, message in recent if not success]
    last_error, last_error_at = failures[0] if failures else ("", None)
    return ToolHealth(
        calls=len(recent),
        succeeded=len(recent) - len(failures),
        last_call_at=recent[0][1] if recent else None,
        last_error=last_error,
        last_error_at=last_error_at,
    )
