"""Refused rights in the audit log, bounded: nobody fills it by asking for what they may not have."""

import logging

from django.contrib.auth.models import User
from django.core.cache import caches
from django.db import DatabaseError
from rest_framework.request import Request

from tools.adapters.access_log import access_record
from workflow_editor.api.client_address import client_address
from workflow_editor.errors import ForbiddenError

logger = logging.getLogger(__name__)

PER_HOUR = 60
"""Rows for one person, or one address where a token was refused."""
_HOUR_S = 3600
NO_RIGHTS = frozenset(
    {"wrong_credentials", "confirmation_needed", "setup_closed", "setup_link_replaced", "token_scope_missing"}
)
"""Codes of 403 that are no refused right: recorded elsewhere, or a question."""


def refusal_record(request: Request | None, status: int, code: str) -> None:
    """Record a 403 for a signed-in person: each act once an hour, `PER_HOUR` rows at most.

    Strangers leave no rows; failed sign-ins have their own.
    """
    if status != 403 or request is None:
        return
    user = _user_of(request)
    if code in NO_RIGHTS or (user is None and not code.startswith("token_")):
        return
    inner = request._request
    address, match = client_address(inner), inner.resolver_match
    act = f"{request.method} /{match.route if match else ''}"
    counted_by = f"{user.pk if user else address}"
    if not _is_within_bounds(counted_by, f"{act} {code}"):
        return
    try:
        access_record(user, "rights.refused", act, {"code": code}, address=address)
    except DatabaseError:
        # The answer stays what it is.
        logger.warning("A refused right could not be recorded", exc_info=True)


def _user_of(request: Request) -> User | None:
    try:
        return request.user if isinstance(request.user, User) else None
    except ForbiddenError:  # the limits of a token are checked while it is read
        return None


def _is_within_bounds(counted_by: str, act: str) -> bool:
    cache, rows = caches["throttles"], f"refused_rows:{counted_by}"
    if not cache.add(f"refused:{counted_by} {act}", 1, _HOUR_S):
        return False
    cache.add(rows, 0, _HOUR_S)
    try:
        return cache.incr(rows) <= PER_HOUR
    except ValueError:  # the hour ended in between
        return True
