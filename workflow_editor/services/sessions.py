"""Browser sessions of a person, ended by an administrator."""

from allauth.usersessions.adapter import get_adapter
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User

from tools.adapters.access_log import access_record
from tools.services.current_actor import current_actor


def sessions_end(user: User) -> int:
    """End all sessions of a person, sockets with them within seconds; return how many those were."""
    rows = list(UserSession.objects.filter(user=user))
    if not rows:
        return 0
    get_adapter().end_sessions(rows)
    actor = current_actor()
    access_record(actor.user, "session.ended", user.get_username(), {"sessions": len(rows)}, address=actor.address)
    return len(rows)
