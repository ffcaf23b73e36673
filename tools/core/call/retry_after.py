"""Reads the wait that a service asks for. Pure. Source: RFC 9110, 10.2.3 "Retry-After": seconds, or a date."""

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

_SECONDS = re.compile(r"\d{1,6}(\.\d{1,9})?", re.ASCII)
_LONGEST_DATE = 64
"""Characters."""


def seconds_of(named: str, now: datetime | None = None) -> float | None:
    """Return the wait of a header in seconds, dates relative to `now`; None for anything else."""
    named = named.strip()
    if _SECONDS.fullmatch(named):
        return float(named)
    if not 0 < len(named) <= _LONGEST_DATE:
        return None
    try:
        until = parsedate_to_datetime(named)
    except ValueError:
        return None
    until = until.replace(tzinfo=UTC) if until.tzinfo is None else until
    return max(0.0, (until - (now or datetime.now(UTC))).total_seconds())
