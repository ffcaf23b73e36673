"""Refused rights in the audit log, bounded: nobody fills it by asking for what they may not have."""

import logging

from django.contrib.auth.models import User
from django.core.cache import caches
from django.db import DatabaseError

from tools.adapters.access_log import access_record

logger = logging.getLogger(__name__)

PER_HOUR = 60
"""Rows for one person, or one address where a token was refused."""
_HOUR_S = 3600
_NO_RIGHTS = frozenset(
    {"wrong_credentials", "confirmation_needed", "setup_closed", "setup_link_replaced", "token_scope_missing"}
)
"""Codes of refusals that are about no right: recorded elsewhere, or a question."""


def refused_right_record(user: User | None, act: str, code: str, *, address: str) -> None:
    """Record that somebody known was refused something: each act once an hour, `PER_HOUR` rows at most.

    Args:
        user: None where a token was refused; its owner is not looked up.
        act: method and route, the same whatever ids are in the address.
    """
    if code in _NO_RIGHTS or not _is_within_bounds(f"{user.pk if user else address}", f"{act} {code}"):
        return
    try:
        access_record(user, "rights.refused", act, {"code": code}, address=address)
    except DatabaseError:
        # The answer stays what it is.
        logger.warning("A refused right could not be recorded", exc_info=True)


def _is_within_bounds(counted_by: str, act: str) -> bool:
    cache, rows = caches["throttles"], f"refused_rows:{counted_by}"
    if not cache.add(f"refused:{counted_by} {act}", 1, _HOUR_S):
        return False
    cache.add(rows, 0, _HOUR_S)
    try:
        return cache.incr(rows) <= PER_HOUR
    except ValueError:  # the hour ended in between
        return True
