"""Days as caps count them: those of UTC."""

from datetime import UTC, datetime, timedelta


def day_begin(now: datetime) -> datetime:
    """Return the beginning of the day, in UTC."""
    return now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)


def day_left_s(now: datetime) -> float:
    """Return the seconds until the next day begins."""
    return (day_begin(now) + timedelta(days=1) - now).total_seconds()
