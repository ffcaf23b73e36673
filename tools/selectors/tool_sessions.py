"""Reads of explicit sessions: one's own, all for staff; what is over is gone."""

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tools.core.errors import RecordNotFoundError
from tools.models import ToolSession


def tool_session_list(*, user: User) -> QuerySet[ToolSession]:
    """Return the sessions that live, newest first."""
    rows = ToolSession.objects.filter(expires_at__gte=timezone.now()).select_related("tool", "owner")
    return rows if user.is_staff else rows.filter(owner=user)


def tool_session_get(*, user: User, session_id: str) -> ToolSession:
    """Return one session. Raises RecordNotFoundError if it is unknown, over, or somebody else's."""
    row = tool_session_list(user=user).filter(pk=session_id).first()
    if row is None:
        raise RecordNotFoundError(_("This session does not exist."))
    return row
