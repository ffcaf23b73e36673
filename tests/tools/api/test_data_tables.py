"""Tables over the API: made, changed without silent losses, filled, read in pages, brought in and out as CSV."""

from collections.abc import Iterator
from io import BytesIO
from typing import Any, cast

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.factories.tables import PEOPLE, table_create
from tools.models import DataRow, DataTable
from tools.services import table_files

TABLES = "/api/tables/"


@pytest.fixture
def people(alice: User) -> DataTable:
    return table_create(alice, [{"email": "ann", "age": 9, "plan": "paid"}, {"email": "ben", "more": {"a": 1}}])


@pytest.fixture
def address(people: DataTable) -> str:
    return f"{TABLES}{people.pk}/"


def columns(**changed: dict[str, Any] | None) -> list[dict[str, Any]]:
    """Return the columns of PEOPLE with changes by key; None takes one away."""
    kept = [one for one in PEOPLE if changed.get(one["key"], {}) is not None]
    return [{"choices": [], **one, **(changed.get(one["key"]) or {})} for one in kept]


def csv_file(text: str | bytes) -> dict[str, Any]:
    file = BytesIO(text.encode() if isinstance(text, str) else text)
    file.name = "people.csv"
    return {"file": file}


def test_a_table_is_made_and_renamed(alice_api: APIClient) -> None:
    made = alice_api.post(TABLES, {"name": "People", "columns": list(columns()), "key_column": "email"})
    assert made.status_code == 201
    address = f"{TABLES}{made.json()['id']}/"
    assert alice_api.patch(address, {"name": "Guests", "shared": True}).json()["name"] == "Guests"
    (listed,) = alice_api.get(TABLES).json()
    assert (listed["row_count"], listed["may_change"], listed["key_column"]) == (0, True, "email")
    assert [column["type"] for column in listed["columns"]] == [column["type"] for column in PEOPLE]
    assert alice_api.delete(address).status_code == 204
    assert alice_api.get(address).status_code == 404


@pytest.mark.parametrize(
    ("wrong", "pointer"),
    [
        ([{"key": "1st", "name": "First", "type": "text"}], "/columns/0/key"),
        ([{"key": "id", "name": "First", "type": "text"}], "/columns/0/key"),
        ([{"key": "a", "name": "A", "type": "text"}, {"key": "a", "name": "B", "type": "text"}], "/columns/1/key"),
        ([{"key": "a", "name": "A", "type": "text"}, {"key": "b", "name": "A", "type": "text"}], "/columns/1/name"),
        ([{"key": "a", "name": "A", "type": "choice"}], "/columns/0/choices"),
    ],
)
def test_columns_that_do_not_fit_are_refused(alice_api: APIClient, wrong: list[dict[str, Any]], pointer: str) -> None:
    answer = alice_api.post(TABLES, {"name": "People", "columns": wrong})
    assert answer.status_code == 400
    assert [error["pointer"] for error in answer.json()["errors"]] == [pointer]


def test_others_use_a_shared_table_and_change_no_columns(
    alice: User, people: DataTable, address: str, bob_api: APIClient
) -> None:
    assert bob_api.get(address).status_code == 404
    DataTable.objects.update(shared=True)
    assert bob_api.get(address).json()["may_change"] is False
    assert bob_api.post(f"{address}rows/", {"rows": [{"email": "bob"}]}).status_code == 201
    for refused in (
        bob_api.put(f"{address}columns/", {"columns": columns()}),
        bob_api.patch(address, {"name": "Mine"}),
        bob_api.delete(address),
    ):
        assert refused.status_code == 403


def test_rows_are_added_changed_and_deleted(address: str, alice_api: APIClient) -> None:
    rows = f"{address}rows/"
    made = alice_api.post(rows, {"rows": [{"E-Mail": "cat", "age": 3}, {}]}).json()["rows"]
    changed = alice_api.patch(rows, {"rows": [{"id": made[0]["id"], "cells": {"age": None, "member": True}}]})
    assert (changed.json()["rows"][0]["age"], changed.json()["rows"][0]["member"]) == (None, True)
    assert alice_api.post(f"{rows}delete/", {"ids": [one["id"] for one in made]}).json() == {"count": 2}
    assert alice_api.get(rows).json()["total"] == 2


def test_rows_that_do_not_fit_are_refused_together(people: DataTable, address: str, alice_api: APIClient) -> None:
    answer = alice_api.post(f"{address}rows/", {"rows": [{"age": 1}, {"age": "x"}, {"colour": 1}]})
    assert answer.status_code == 400
    assert [error["pointer"] for error in answer.json()["errors"]] == ["/rows/1/age", "/rows/2/colour"]
    assert DataRow.objects.filter(table=people).count() == 2


def test_two_rows_exchange_their_keys(people: DataTable, address: str, alice_api: APIClient) -> None:
    ann, ben = DataRow.objects.order_by("pk")
    swapped = [{"id": ann.pk, "cells": {"email": "ben"}}, {"id": ben.pk, "cells": {"email": "ann"}}]
    assert alice_api.patch(f"{address}rows/", {"rows": swapped}).status_code == 200
    assert list(DataRow.objects.order_by("pk").values_list("key", flat=True)) == ["ben", "ann"]


def test_a_page_is_narrowed_and_sorted(address: str, alice_api: APIClient) -> None:
    where = '[{"column": "age", "operator": "greater_than", "value": 5}]'
    page = alice_api.get(f"{address}rows/", {"where": where, "sort": "-email", "search": "a", "limit": "1"}).json()
    assert ([row["email"] for row in page["rows"]], page["total"], page["has_more"]) == (["ann"], 1, False)
    wrong_ones: list[dict[str, str]] = [
        {"where": "["},
        {"where": '[{"column": "age", "operator": "="}]'},
        {"sort": "colour"},
        {"limit": "0"},
    ]
    for wrong in wrong_ones:
        assert alice_api.get(f"{address}rows/", wrong).status_code == 400


def test_a_removed_column_asks_before_its_cells_go(people: DataTable, address: str, alice_api: APIClient) -> None:
    without_age = {"columns": columns(age=None), "key_column": "email"}
    asked = alice_api.put(f"{address}columns/", without_age)
    assert (asked.status_code, asked.json()["code"]) == (409, "values_would_be_lost")
    assert asked.json()["columns"] == [{"key": "age", "name": "Age", "count": 1, "examples": ["9"]}]
    assert DataRow.objects.order_by("pk")[0].cells["age"] == 9
    assert alice_api.put(f"{address}columns/", without_age | {"accept_loss": True}).status_code == 200
    assert "age" not in DataRow.objects.order_by("pk")[0].cells


@pytest.mark.parametrize(
    ("key", "change", "loses", "cells"),
    [
        ("age", {"type": "text"}, False, ["9", None]),
        ("more", {"type": "text"}, False, [None, '{"a":1}']),
        ("age", {"type": "datetime"}, True, [None, None]),
        ("plan", {"type": "text", "choices": []}, False, ["paid", None]),
        ("plan", {"choices": ["free"]}, True, [None, None]),
        ("plan", {"choices": ["free", "paid", "gold"]}, False, ["paid", None]),
        ("age", {"name": "Years"}, False, [9, None]),
    ],
)
def test_cells_are_converted_and_losses_confirmed(
    people: DataTable,
    address: str,
    alice_api: APIClient,
    key: str,
    change: dict[str, Any],
    loses: bool,
    cells: list[Any],
) -> None:
    wanted = {"columns": columns(**{key: change}), "key_column": "email"}
    assert alice_api.put(f"{address}columns/", wanted).status_code == (409 if loses else 200)
    assert alice_api.put(f"{address}columns/", wanted | {"accept_loss": True}).status_code == 200
    assert [row.cells.get(key) for row in DataRow.objects.order_by("pk")] == cells


def test_a_key_column_needs_different_values(alice: User, alice_api: APIClient) -> None:
    table = table_create(alice, [{"a": "x"}, {"a": "y"}], columns=[{"key": "a", "name": "A", "type": "text"}])
    address = f"{TABLES}{table.pk}/columns/"
    wanted = {"columns": table.columns, "key_column": "a"}
    assert alice_api.put(address, wanted).status_code == 200
    assert set(DataRow.objects.values_list("key", flat=True)) == {"x", "y"}
    assert alice_api.put(address, {**wanted, "key_column": ""}).status_code == 200
    DataRow.objects.filter(cells__a="y").update(cells={"a": "x"})
    refused = alice_api.put(address, wanted)
    assert [error["pointer"] for error in refused.json()["errors"]] == ["/key_column"]


def test_a_file_comes_in_as_it_went_out(people: DataTable, address: str, alice_api: APIClient) -> None:
    file = f"{address}rows.csv"
    alice_api.post(f"{address}rows/", {"rows": [{"email": "=1+1", "joined": "2026-03-01", "member": False}]})
    text = b"".join(cast("Iterator[bytes]", alice_api.get(file))).decode()
    assert text.splitlines()[0] == "\ufeffid,email,age,member,joined,plan,more"
    assert "'=1+1" in text
    before = [row.cells for row in DataRow.objects.order_by("pk")]
    DataRow.objects.all().delete()
    assert alice_api.post(file, csv_file(text), format="multipart").json() == {"count": 3}
    assert [row.cells for row in DataRow.objects.order_by("pk")] == before


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("email,age\nx,1\ny,old\n", "Line 3, age: Enter a number."),
        ("email,colour\nx,red\n", "no column “colour”"),
        ("email,age\nx,1\ny,2,3\n", "Line 3, column_3: The row has more values"),
        ("email,age,email\nx,1,y\n", "“email” twice"),
        ("email\nann\n", "Another row has “ann”"),
        (b"email\n\xff\xfe\n", "UTF-8"),
        ("email\n" + '"' + "x" * 200_000, "Line 2"),
    ],
)
def test_a_file_that_does_not_fit_is_refused_as_a_whole(
    people: DataTable, address: str, alice_api: APIClient, content: str | bytes, words: str
) -> None:
    answer = alice_api.post(f"{address}rows.csv", csv_file(content), format="multipart")
    assert answer.status_code == 400
    assert words in answer.json()["errors"][0]["message"]
    assert DataRow.objects.filter(table=people).count() == 2


def test_a_large_file_is_refused(address: str, alice_api: APIClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_files, "MAX_FILE_BYTES", 10)
    answer = alice_api.post(f"{address}rows.csv", csv_file("email\nlong enough\n"), format="multipart")
    assert answer.json()["errors"][0]["code"] == "too_large"
