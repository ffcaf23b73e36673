"""Partitions of the event table on PostgreSQL: one per day of runs, created ahead and dropped whole.

Runs of other days use the default partition, and their events are deleted with them.
"""

import logging
import re
from datetime import UTC, date, datetime, timedelta
from uuid import UUID

from django.db import IntegrityError, OperationalError, connection, transaction

from workflow_editor.models.ids import lowest_uuid7

logger = logging.getLogger(__name__)

DAYS_AHEAD = 3
_TABLE = "workflow_editor_runevent"
_NAME = re.compile(rf"{_TABLE}_(\d{{8}})")
# Making or dropping a part waits for everybody who uses the table, and everybody else waits behind; so not for long.
_LOCK_TIMEOUT = "SET LOCAL lock_timeout = '2s'"


class EventPartitions:
    """The part of `PostgresqlRunStore` that makes and drops them."""

    def partitions_make(self, today: date) -> list[date]:
        """Create missing partitions of today and the coming days, and return these days.

        A day with events before its partition keeps them in the default one.
        """
        existing = set(self.partition_days())
        wanted = [today + timedelta(days=ahead) for ahead in range(DAYS_AHEAD + 1)]
        return [day for day in wanted if day not in existing and _execute(_make_statement(day))]

    def partition_days(self) -> list[date]:
        """Return the days that have a part of their own, oldest first."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = %s::regclass", [_TABLE])
            names = [_NAME.fullmatch(name) for (name,) in cursor.fetchall()]
        return sorted(datetime.strptime(name[1], "%Y%m%d").replace(tzinfo=UTC).date() for name in names if name)

    def partition_drop(self, day: date) -> bool:
        """Drop all events of the runs that were made on this day; False when the table was too busy."""
        return _execute(f"DROP TABLE {_name(day)}")


def ids_of(day: date) -> tuple[UUID, UUID]:
    """Return the lowest id of runs made on this day, and that of the next day."""
    return _bound(day), _bound(day + timedelta(days=1))


def _name(day: date) -> str:
    return f"{_TABLE}_{day:%Y%m%d}"


def _bound(day: date) -> UUID:
    return lowest_uuid7(int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()) * 1000)


def _make_statement(day: date) -> str:
    first, behind = ids_of(day)
    return f"CREATE TABLE {_name(day)} PARTITION OF {_TABLE} FOR VALUES FROM ('{first}') TO ('{behind}')"


def _execute(statement: str) -> bool:
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(_LOCK_TIMEOUT)
            cursor.execute(statement)
    except (OperationalError, IntegrityError) as error:
        # Busy, or the default part has events of that day already, where they stay.
        logger.info("The parts of the event table stay as they are for now: %s", error)
        return False
    return True
