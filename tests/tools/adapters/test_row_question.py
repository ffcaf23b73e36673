"""A question compiled once is answered for the moment it is asked about, like the query that it comes from."""

from datetime import UTC, datetime, timedelta

from django.contrib.auth.models import User
from django.db.models import QuerySet

from tests.factories.tables import table_create
from tools.models import DataTable, DataWrite
from tools.rows.question import finds

FIRST = datetime(2026, 3, 1, 12, 0, 0, 250_000, tzinfo=UTC)


def written_by(moment: datetime) -> QuerySet[DataWrite]:
    return DataWrite.objects.filter(written_at__lte=moment, idempotency_key__in=["a", "b"])


def untitled() -> QuerySet[DataTable]:
    return DataTable.objects.exclude(name="x").distinct()


def test_the_answer_is_that_of_the_moment(alice: User) -> None:
    assert not finds(written_by, FIRST)
    DataWrite.objects.create(table=table_create(alice, []), idempotency_key="b", result={}, written_at=FIRST)
    for after in (-timedelta(microseconds=1), timedelta(0), timedelta(days=9_000), -timedelta(days=9_000)):
        moment = FIRST + after
        assert finds(written_by, moment) == written_by(moment).exists() == (after >= timedelta(0))


def test_a_question_needs_no_moment(alice: User) -> None:
    assert not finds(untitled)
    table_create(alice, [])
    assert finds(untitled)
