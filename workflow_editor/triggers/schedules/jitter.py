"""A little later than due, so that not everything begins in the same second."""

from datetime import datetime, timedelta
from hashlib import sha256

_MILLISECOND = timedelta(milliseconds=1)


def spread(spread_by: str, nominal: datetime, most_s: int, following: datetime | None) -> datetime:
    """Return when a due time begins: always the same moment, earlier than the due time that follows.

    Args:
        spread_by: the id of what is due; others begin at other moments.
        most_s: how many seconds later at most.
    """
    span = timedelta(seconds=most_s)
    if following is not None:
        span = min(span, following - nominal)
    if span <= _MILLISECOND:
        return nominal
    drawn = sha256(f"{spread_by} {nominal.timestamp()}".encode()).digest()
    return nominal + _MILLISECOND * (int.from_bytes(drawn[:8]) % (span // _MILLISECOND))
