"""Many writers of one table at once, and a process that ends between a write and the step that it belongs to."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.concurrency import WRITERS, at_once
from tests.factories.tables import table_create
from tools.adapters.tables import OrmTables
from tools.core.definitions import CallContext, Caller
from tools.core.registered.tables import IncrementCell, InsertRow, TableWrite, UpsertRow
from tools.models import DataRow, DataTable, DataWrite

EACH = 5


class Killed(BaseException):
    """Ends a writer as a kill would: nothing handles it."""


def write(user: User, table: DataTable, one: TableWrite, key: str) -> dict[str, Any]:
    context = CallContext(Caller(user.pk, user.username), idempotency_key=key)
    return OrmTables().write(str(table.pk), one, context)


@pytest.mark.django_db(transaction=True)
def test_fifty_increments_at_once_all_count(alice: User) -> None:
    table = table_create(alice)

    def work(number: int) -> None:
        for turn in range(EACH):
            write(alice, table, IncrementCell("age", 1, key="visits"), f"{number}-{turn}")

    at_once(work)
    assert DataRow.objects.get(table=table).cells == {"email": "visits", "age": WRITERS * EACH}


@pytest.mark.django_db(transaction=True)
def test_upserts_of_one_key_at_once_make_one_row(alice: User) -> None:
    table = table_create(alice)
    at_once(lambda number: write(alice, table, UpsertRow({"email": "same", "age": number}), f"{number}"))
    assert DataRow.objects.filter(table=table).count() == 1
    table.refresh_from_db()
    assert table.row_count == 1


@pytest.mark.django_db(transaction=True)
def test_attempts_of_one_call_at_once_write_once(alice: User) -> None:
    table = table_create(alice)
    answers: list[dict[str, Any]] = []
    at_once(lambda number: answers.append(write(alice, table, InsertRow({"age": 1}), "same call")))
    assert DataRow.objects.filter(table=table).count() == 1
    assert all(answer == answers[0] for answer in answers)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("dies", ["before the commit", "after the commit"])
def test_a_write_that_is_cut_off_is_neither_lost_nor_doubled(
    alice: User, monkeypatch: pytest.MonkeyPatch, dies: str
) -> None:
    """After the commit the step does not know of it yet: the next attempt carries the same key."""
    table = table_create(alice)
    one = IncrementCell("age", 1, key="visits")
    if dies == "before the commit":
        with monkeypatch.context() as patch:
            patch.setattr(DataWrite.objects, "create", _killed)
            with pytest.raises(Killed):
                write(alice, table, one, "call-1")
        assert not DataRow.objects.exists()
    else:
        write(alice, table, one, "call-1")
    write(alice, table, one, "call-1")
    assert DataRow.objects.get(table=table).cells["age"] == 1


def _killed(**values: object) -> None:
    raise Killed
