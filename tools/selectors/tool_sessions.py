"""Reads of explicit sessions: one's own, all for staff; what is over is gone."""

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils import timezone

from tools.definitions import Text
from tools.errors import SessionNotFoundError
from tools.models import ToolSession

_NO_SESSION = Text(
    "There is no such session, or nobody used it for five minutes. Make a new one.",
    "没有该会话，或会话已超过五分钟未使用。请新建会话。",
)


def tool_session_list(*, user: User) -> QuerySet[ToolSession]:
    """Return the sessions that live, newest first."""
    rows = ToolSession.objects.filter(expires_at__gte=timezone.now()).select_related("tool", "owner")
    return rows if user.is_staff else rows.filter(owner=user)


def tool_session_get(*, user: User, session_id: str) -> ToolSession:
    """Return one session.

    Raises:
        SessionNotFoundError: no such row, somebody else's, or it is over.
    """
    row = tool_session_list(user=user).filter(pk=session_id).first()
    if row is None:
        raise SessionNotFoundError(_NO_SESSION)
    return row
