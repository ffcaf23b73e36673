"""A little later than due, so that not everything begins in the same second."""

from datetime import datetime, timedelta
from hashlib import sha256

_MILLISECOND = timedelta(milliseconds=1)


def spread(spread_by: str, nominal: datetime, most_s: int, following: datetime | None) -> datetime:
    """Return the start of a due time, deterministic by `spread_by` (its id), at most `most_s` seconds later and before
    the next.
    """
    span = timedelta(seconds=most_s)
    if following is not None:
        span = min(span, following - nominal)
    if span <= _MILLISECOND:
        return nominal
    drawn = sha256(f"{spread_by} {nominal.timestamp()}".encode()).digest()
    return nominal + _MILLISECOND * (int.from_bytes(drawn[:8]) % (span // _MILLISECOND))
