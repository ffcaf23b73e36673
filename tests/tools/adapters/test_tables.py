"""Tables through their port: what a cell may hold, queries in the database, writes that are made once."""

import operator
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.utils import timezone

from tests.factories.tables import table_create
from tools.adapters.tables import OrmTables
from tools.core.definitions import CallContext, Caller
from tools.core.errors import ToolArgumentsError, ToolNothingFoundError
from tools.core.registered.tables import (
    DeleteRow,
    IncrementCell,
    InsertRow,
    InsertRows,
    Operator,
    RowCondition,
    RowQuery,
    TableWrite,
    UpdateRow,
    UpsertRow,
)
from tools.models import DataRow, DataTable, DataWrite
from tools.services.data_tables import data_writes_prune

TABLES = OrmTables()
ANN = {"email": "ann@example.com", "age": 9, "member": True, "joined": "2026-03-01", "plan": "paid", "more": ["a"]}
BEN = {"email": "ben@example.com", "age": 80, "member": False, "joined": "2026-02-28T23:00:00+00:00", "plan": "free"}
EVE = {"email": "eve@example.com"}


def written(user: User, table: DataTable, write: TableWrite, key: str | None = None) -> dict[str, Any]:
    context = CallContext(Caller(user.pk, user.username), idempotency_key=key)
    return TABLES.write(str(table.pk), write, context)


def emails(user: User, table: DataTable, query: RowQuery) -> list[str]:
    found = TABLES.query(str(table.pk), query, Caller(user.pk))
    return [row["email"].split("@")[0] for row in found["rows"]]


@pytest.fixture
def people(alice: User) -> DataTable:
    return table_create(alice, [ANN, BEN, EVE])


def test_cells_are_stored_by_the_type_of_their_column(alice: User, people: DataTable) -> None:
    values = {"E-Mail": "flo@example.com", "age": "3.0", "member": "yes", "joined": "2026-03-01", "more": '{"a": [1]}'}
    row = written(alice, people, InsertRow(values))["row"]
    assert row["email"] == "flo@example.com"
    assert (row["age"], row["member"], row["joined"]) == (3, True, "2026-03-01T00:00:00.000Z")
    assert (row["plan"], row["more"]) == (None, {"a": [1]})
    assert row["created_at"].endswith("Z")


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"age": "many"}, "age: Enter a number."),
        ({"age": "1e999"}, "Enter a number."),
        ({"age": 2**63}, "age: The number has too many digits"),
        ({"age": "7" * 41}, "age: The number has too many digits"),
        ({"age": str(-(2**64))}, "age: The number has too many digits"),
        ({"member": "perhaps"}, "Enter true or false."),
        ({"joined": "soon"}, "2026-11-26"),
        ({"plan": "gold"}, "“free”, “paid”"),
        ({"colour": "red"}, "no such column"),
        ({"email": "\ud800"}, "cannot be stored"),
        ({"more": "x" * 70_000}, "at most 64 kB"),
        ({"email": ANN["email"]}, "Another row has"),
    ],
)
def test_what_does_not_fit_is_refused_with_what_to_do(
    alice: User, people: DataTable, values: Mapping[str, Any], words: str
) -> None:
    with pytest.raises(ToolArgumentsError, match=words):
        written(alice, people, InsertRow(values))
    assert DataRow.objects.filter(table=people).count() == 3


@pytest.mark.parametrize(
    ("query", "found"),
    [
        (RowQuery([RowCondition("age", "greater_than", 10)]), ["ben"]),
        (RowQuery([RowCondition("age", "less_than", "80")]), ["ann"]),
        (RowQuery([RowCondition("email", "equals", "ben@example.com")]), ["ben"]),
        (RowQuery([RowCondition("email", "contains", "BEN")]), ["ben"]),
        (RowQuery([RowCondition("plan", "not_equals", "free")]), ["ann", "eve"]),
        (RowQuery([RowCondition("plan", "not_contains", "ree")]), ["ann", "eve"]),
        (RowQuery([RowCondition("member", "equals", "true")]), ["ann"]),
        (RowQuery([RowCondition("joined", "less_or_equal", "2026-02-28T23:00:00Z")]), ["ben"]),
        (RowQuery([RowCondition("age", "is_empty")]), ["eve"]),
        (RowQuery([RowCondition("age", "is_not_empty")]), ["ann", "ben"]),
        (RowQuery([RowCondition("age", "equals", 9), RowCondition("age", "equals", 80)]), []),
        (RowQuery([RowCondition("age", "equals", 9), RowCondition("age", "equals", 80)], "any"), ["ann", "ben"]),
        (RowQuery(search="AID"), ["ann"]),
        (RowQuery(sort="age"), ["ann", "ben", "eve"]),
        (RowQuery(sort="-age"), ["ben", "ann", "eve"]),
        (RowQuery(sort="-id", limit=1, offset=1), ["ben"]),
        (RowQuery(sort="-joined"), ["ann", "ben", "eve"]),
    ],
)
def test_rows_are_found_by_typed_conditions(alice: User, people: DataTable, query: RowQuery, found: list[str]) -> None:
    assert emails(alice, people, query) == found


def test_keys_that_mean_something_in_queries_are_only_keys(alice: User) -> None:
    table = table_create(alice, [{"contains": "a", "a__b": 2}], columns=[
        {"key": "contains", "name": "One", "type": "text"},
        {"key": "a__b", "name": "Two", "type": "number"},
    ])  # fmt: skip
    query = RowQuery([RowCondition("contains", "equals", "a"), RowCondition("a__b", "greater_than", 1)], sort="a__b")
    assert TABLES.query(str(table.pk), query, Caller(alice.pk))["total"] == 1


def test_a_page_counts_all_rows_that_fit(alice: User, people: DataTable) -> None:
    page = TABLES.query(str(people.pk), RowQuery(limit=2), Caller(alice.pk))
    assert (len(page["rows"]), page["total"], page["has_more"]) == (2, 3, True)
    with pytest.raises(ToolArgumentsError, match="no column “colour”"):
        TABLES.query(str(people.pk), RowQuery(sort="colour"), Caller(alice.pk))


def test_an_upsert_changes_the_row_of_its_key_or_adds_it(alice: User, people: DataTable) -> None:
    changed = written(alice, people, UpsertRow({"email": ANN["email"], "age": 10}))
    assert (changed["created"], changed["row"]["age"], changed["row"]["plan"]) == (False, 10, "paid")
    assert written(alice, people, UpsertRow({"email": "new@example.com"}))["created"] is True
    with pytest.raises(ToolArgumentsError, match="identifies the row"):
        written(alice, people, UpsertRow({"age": 1}))


def test_an_update_keeps_what_it_does_not_name(alice: User, people: DataTable) -> None:
    row_id = DataRow.objects.get(key=ANN["email"]).pk
    row = written(alice, people, UpdateRow(row_id, {"age": "", "plan": "free"}))["row"]
    assert (row["age"], row["plan"], row["member"]) == (None, "free", True)
    assert row["updated_at"] > row["created_at"]
    with pytest.raises(ToolNothingFoundError, match="no row 999999"):
        written(alice, people, UpdateRow(999_999, {}))


def test_a_deleted_row_counts_no_more(alice: User, people: DataTable, settings: LazySettings) -> None:
    settings.TABLE_ROWS = 3
    with pytest.raises(ToolArgumentsError, match="more than 3 rows"):
        written(alice, people, InsertRow({}))
    written(alice, people, DeleteRow(DataRow.objects.get(key=EVE["email"]).pk))
    written(alice, people, InsertRow({}))
    people.refresh_from_db()
    assert people.row_count == DataRow.objects.filter(table=people).count() == 3


def test_an_increment_begins_at_nothing(alice: User, people: DataTable) -> None:
    counted = [written(alice, people, IncrementCell("age", 2.5, key="new@example.com")) for _ in range(2)]
    assert [(one["row"]["age"], one["created"]) for one in counted] == [(2.5, True), (5, False)]
    with pytest.raises(ToolArgumentsError, match="no column of numbers"):
        written(alice, people, IncrementCell("plan", key="x"))


WRITES: list[TableWrite] = [
    InsertRow({"email": "once@example.com"}),
    InsertRows([{"age": 1}, {"age": 2}]),
    UpsertRow({"email": ANN["email"], "age": 1}),
    IncrementCell("age", 1, key=ANN["email"]),
]


@pytest.mark.parametrize("write", WRITES, ids=lambda write: type(write).__name__)
def test_attempts_of_one_call_write_once_and_get_the_same_answer(
    alice: User, people: DataTable, write: TableWrite
) -> None:
    first = written(alice, people, write, key="call-1")
    after = list(DataRow.objects.values("pk", "cells"))
    assert written(alice, people, write, key="call-1") == first
    assert list(DataRow.objects.values("pk", "cells")) == after
    assert written(alice, people, IncrementCell("age", 1, key="x"), key="call-2") != first


@pytest.mark.parametrize("write", WRITES, ids=lambda write: type(write).__name__)
def test_a_rehearsal_answers_as_the_write_would_and_writes_nothing(
    alice: User, people: DataTable, write: TableWrite
) -> None:
    before = list(DataRow.objects.values())
    rehearsed = TABLES.rehearse(str(people.pk), write, Caller(alice.pk))
    assert list(DataRow.objects.values()) == before
    people.refresh_from_db()
    assert people.row_count == 3
    assert rehearsed.keys() == written(alice, people, write).keys()


def test_who_may_not_see_a_table_finds_none(alice: User, bob: User, people: DataTable) -> None:
    assert TABLES.find(str(people.pk), Caller(bob.pk)) is None
    with pytest.raises(ToolNothingFoundError):
        TABLES.query(str(people.pk), RowQuery(), Caller(bob.pk))
    with pytest.raises(ToolNothingFoundError):
        written(bob, people, WRITES[0])
    DataTable.objects.update(shared=True)
    assert TABLES.find(str(people.pk), Caller(bob.pk)) is not None
    assert TABLES.find("no id", Caller(alice.pk)) is None


def test_keys_of_writes_are_kept_as_long_as_somebody_may_come_back(alice: User, people: DataTable) -> None:
    for key in ("old", "new"):
        written(alice, people, InsertRow({}), key=key)
    now = timezone.now()
    DataWrite.objects.filter(idempotency_key="old").update(written_at=now - timedelta(days=31))
    assert data_writes_prune(now, batch=10) == 1
    assert DataWrite.objects.get().idempotency_key == "new"


LONG: list[int | float] = [-(2**63) + 1, -7615917337495251231, -1, 0.5, 7615917337495251231, 7615917337495251232]
LONG += [2**63 - 1, 1e300]
COMPARISONS: dict[Operator, Callable[[Any, Any], bool]] = {
    "equals": operator.eq,
    "not_equals": operator.ne,
    "greater_than": operator.gt,
    "greater_or_equal": operator.ge,
    "less_than": operator.lt,
    "less_or_equal": operator.le,
}


def test_long_integers_are_stored_sorted_and_compared_exactly(alice: User) -> None:
    columns = [{"key": "n", "name": "N", "type": "number"}]
    table = table_create(alice, [{"n": str(one)} for one in reversed(LONG)], columns=columns)

    def found(query: RowQuery) -> list[Any]:
        return [row["n"] for row in TABLES.query(str(table.pk), query, Caller(alice.pk))["rows"]]

    assert found(RowQuery(sort="n")) == LONG
    assert found(RowQuery(sort="-n")) == LONG[::-1]
    for name, holds in COMPARISONS.items():
        for value in LONG:
            query = RowQuery([RowCondition("n", name, value)], sort="n")
            assert found(query) == [one for one in LONG if holds(one, value)], (name, value)


def test_a_long_double_stays_one(alice: User) -> None:
    columns = [{"key": "n", "name": "N", "type": "number"}, {"key": "t", "name": "T", "type": "text"}]
    table = table_create(alice, columns=columns, key_column="n")
    row = written(alice, table, UpsertRow({"n": 1.5e300}))["row"]
    again = written(alice, table, UpsertRow({"n": "1.5e300", "t": "x"}))
    assert (again["created"], again["row"]["n"], type(again["row"]["n"])) == (False, 1.5e300, float)
    assert written(alice, table, IncrementCell("n", 1e300, row_id=row["id"]))["row"]["n"] == 2.5e300


def test_an_increment_of_a_long_integer_is_exact_or_refused(alice: User, people: DataTable) -> None:
    first = written(alice, people, UpsertRow({"email": "long@example.com", "age": 7615917337495251231}))["row"]
    after = written(alice, people, IncrementCell("age", 1.0, row_id=first["id"]))["row"]
    assert after["age"] == 7615917337495251232
    with pytest.raises(ToolArgumentsError, match="age: The number has too many digits"):
        written(alice, people, IncrementCell("age", 2**62, row_id=first["id"]))


def test_integers_within_json_are_exact_and_compared_up_to_64_bits(alice: User, people: DataTable) -> None:
    row = written(alice, people, InsertRow({"more": {"id": 2**80, "ids": [2**64]}}))["row"]
    assert TABLES.query(str(people.pk), RowQuery(), Caller(alice.pk))["rows"][-1]["more"] == row["more"]
    assert row["more"] == {"id": 2**80, "ids": [2**64]}
    with pytest.raises(ToolArgumentsError, match="More: integers are compared up to 64 bits"):
        TABLES.query(str(people.pk), RowQuery([RowCondition("more", "greater_than", 2**64)]), Caller(alice.pk))
