"""Tables from files over the API: whatever a file holds is stored as it is, or listed with its place."""

import json
from collections.abc import Sequence
from datetime import date, datetime
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import openpyxl
import pytest
from django.contrib.auth.models import User
from django.db import connection
from rest_framework.test import APIClient

from tests.factories.tables import table_create
from tools.core.formats.excel_book import ExcelError
from tools.evaluation import excel_rows
from tools.models import DataRow, DataTable
from tools.services import table_files

TABLES = "/api/tables/"
NAMES = "名称,Price,Day\n"
LINES = "丝绸,12.50,2026-03-01\nWool,7,2026-03-02\n"


def sent(content: str | bytes, **fields: Any) -> dict[str, Any]:
    file = BytesIO(content.encode() if isinstance(content, str) else content)
    file.name = "people.csv"
    return {"file": file, **{name: value for name, value in fields.items() if value is not None}}


def preview(api: APIClient, content: str | bytes, **fields: Any) -> dict[str, Any]:
    answer = api.post(f"{TABLES}preview/", sent(content, **fields), format="multipart")
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


def imported(api: APIClient, content: str | bytes, address: str = f"{TABLES}import/", **changes: Any) -> dict[str, Any]:
    """Import a file with what its preview proposes, but for types by the key of their column."""
    types = changes.pop("types", {})
    choices = {name: changes[name] for name in ("encoding", "separator", "sheet", "has_header") if name in changes}
    found = preview(api, content, **choices)
    columns = [column | {"type": types.get(column["key"], column["type"])} for column in found["columns"]]
    fields = {"has_header": found["has_header"], "columns": json.dumps(columns), **changes}
    if address.endswith("tables/import/"):
        fields["name"] = "Prices"
    answer = api.post(address, sent(content, **fields), format="multipart")
    assert answer.status_code in (200, 201), answer.content
    return dict(answer.json())


def cells() -> list[dict[str, Any]]:
    return list(DataRow.objects.order_by("pk").values_list("cells", flat=True))


def excel(*sheets: Sequence[Sequence[Any]]) -> bytes:
    book = openpyxl.Workbook()
    for at, rows in enumerate(sheets):
        sheet = book.active if at == 0 else book.create_sheet()
        assert sheet is not None
        sheet.title = f"Sheet {at + 1}"
        for row in rows:
            sheet.append(list(row))
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def repacked(book: bytes, before: bytes, after: bytes) -> bytes:
    """Replace bytes in the parts of a workbook: the library that writes it rounds integers to 16 digits."""
    out = BytesIO()
    with ZipFile(BytesIO(book)) as old, ZipFile(out, "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name).replace(before, after))
    return out.getvalue()


MOMENT = datetime.fromisoformat("2026-03-01T09:30:00")
ENCODINGS = {"utf-8": "utf-8", "utf-8-sig": "utf-8", "utf-16": "utf-16", "gbk": "gb18030"}
FIELDS = (("name", "text"), ("age", "number"))
SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "pipe"}


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("separator", SEPARATORS)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_separator_encoding_and_types_are_found(alice_api: APIClient, encoding: str, separator: str, end: str) -> None:
    content = (NAMES + LINES).replace(",", separator).replace("\n", end).encode(encoding)
    found = preview(alice_api, content)
    assert (found["encoding"], found["separator"]) == (ENCODINGS[encoding], SEPARATORS[separator])
    assert (found["has_header"], found["row_count"], found["sheets"]) == (True, 2, [])
    shown = [(column["key"], column["name"], column["type"]) for column in found["columns"]]
    assert shown == [("column_1", "名称", "text"), ("price", "Price", "number"), ("day", "Day", "datetime")]
    assert found["rows"] == [["丝绸", "12.50", "2026-03-01"], ["Wool", "7", "2026-03-02"]]
    report = imported(alice_api, content)
    assert (report["stored"], report["skipped"], report["bad_cells"], report["problems"]) == (2, 0, 0, [])
    day = "2026-03-01T00:00:00.000Z"
    assert cells()[0] == {"column_1": "丝绸", "price": 12.5, "day": day}
    assert DataTable.objects.get().row_count == 2


@pytest.mark.parametrize(
    ("content", "names", "rows"),
    [
        ('a,b\n"one\nline, more",2\n', ["a", "b"], [["one\nline, more", "2"]]),
        ("a,a,,a\n1,2,3,4\n", ["a", "a_2", "column_3", "a_3"], [["1", "2", "3", "4"]]),
        ("a,b\n1\n1,2,3\n\n", ["a", "b", "column_3"], [["1"], ["1", "2", "3"]]),
        ("Ann\tann@example.com\t2\nBen\tben@example.com\t1", ["column_1", "column_2", "column_3"], None),
        ("1,2\n3,4\n", ["column_1", "column_2"], [["1", "2"], ["3", "4"]]),
        ("only\nx\ny\n", ["only"], [["x"], ["y"]]),
        ("price;note\n1,5;x\n2,5;y\n", ["price", "note"], [["1,5", "x"], ["2,5", "y"]]),
        ("id,created_at\n1,2\n", ["id", "created_at"], [["1", "2"]]),
    ],
)
def test_every_value_has_a_column(
    alice_api: APIClient, content: str, names: list[str], rows: list[list[str]] | None
) -> None:
    found = preview(alice_api, content)
    assert [column["name"] for column in found["columns"]] == names
    assert rows is None or found["rows"] == rows
    report = imported(alice_api, content)
    assert (report["skipped"], report["bad_cells"]) == (0, 0)
    stored = [value for row in cells() for value in row.values()]
    assert len(stored) == sum(bool(cell) for row in found["rows"] for cell in row)


@pytest.mark.parametrize(
    ("values", "type_"),
    [
        (["1", "-2.50", "0"], "number"),
        (["007", "008"], "text"),
        (["+4930123", "+4930124"], "text"),
        (["9223372036854775807"], "number"),
        (["9223372036854775808"], "text"),
        (["3.14159265358979323846"], "text"),
        (["1e5", "2E7"], "text"),
        (["1", "x"], "text"),
        (["yes", "No"], "boolean"),
        (["0", "1"], "number"),
        (["2026-03-01", "2026-03-01T10:00:00+08:00"], "datetime"),
        (["2026-03-01 10:00:00.123456"], "text"),
        (["20260301"], "number"),
        (["2026-13-01"], "text"),
        (["", ""], "text"),
    ],
)
def test_a_type_is_proposed_only_where_no_value_changes(alice_api: APIClient, values: list[str], type_: str) -> None:
    content = "".join(f"{line}\n" for line in ["v,w", *(f"{value},x" for value in values)])
    found = preview(alice_api, content, has_header=True)
    assert found["columns"][0]["type"] == type_
    assert imported(alice_api, content, has_header=True)["bad_cells"] == 0


def test_cells_that_do_not_fit_are_listed_and_not_stored(alice_api: APIClient) -> None:
    content = "name,age\nAnn,9\nBen,007\nCat,old\n\nDee,12345678901234567890,more\n"
    columns = json.dumps([{"key": key, "name": key.title(), "type": kind} for key, kind in FIELDS])
    answer = alice_api.post(
        f"{TABLES}import/", sent(content, name="People", has_header=True, columns=columns), format="multipart"
    )
    report = answer.json()
    assert (answer.status_code, report["stored"], report["skipped"], report["bad_cells"]) == (201, 4, 0, 4)
    places = [(one["row"], one["column"], one["value"]) for one in report["problems"]]
    long = "12345678901234567890"
    assert places == [(3, "Age", "007"), (4, "Age", "old"), (6, "Age", long), (6, "column_3", "more")]
    assert all(one["message"] for one in report["problems"])
    assert cells() == [{"name": "Ann", "age": 9}, {"name": "Ben"}, {"name": "Cat"}, {"name": "Dee"}]
    assert imported(alice_api, content, types={"age": "text"})["bad_cells"] == 0
    assert cells()[-1]["age"] == long


def test_problems_are_counted_beyond_those_that_are_listed(alice_api: APIClient) -> None:
    content = "a,b\n" + "x,y\n" * 300
    report = imported(alice_api, content, types={"a": "number"})
    assert (report["stored"], report["bad_cells"], len(report["problems"])) == (300, 300, 200)


def test_of_a_hundred_thousand_rows_the_preview_reads_the_beginning(alice_api: APIClient) -> None:
    content = "name,number\n" + "".join(f"row {at},{at}\n" for at in range(100_000))
    found = preview(alice_api, content)
    assert (found["row_count"], len(found["rows"])) == (None, 20)
    assert [column["type"] for column in found["columns"]] == ["text", "number"]


def test_an_import_fills_a_table_and_no_more(alice_api: APIClient, settings: Any) -> None:
    settings.TABLE_ROWS = 1_200
    content = "name,number\n" + "".join(f"row {at},{at}\n" for at in range(1_200))
    table = imported(alice_api, content)
    assert table["stored"] == 1_200
    fields = {"has_header": True, "columns": '[{"key": "name", "name": "name", "type": "text"}]'}
    address = f"{TABLES}{table['table']}/import/"
    assert alice_api.post(address, sent("name\nx\n", **fields), format="multipart").status_code == 400
    assert DataTable.objects.get().row_count == DataRow.objects.count() == 1_200


def test_a_preview_reads_a_bounded_beginning(alice_api: APIClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_files, "PREVIEW_BYTES", len("a,b\n1,丝绸\n2,丝".encode()) - 1)
    found = preview(alice_api, "a,b\n1,丝绸\n2,丝绸\n" + '"')
    assert (found["rows"], found["row_count"], found["encoding"]) == ([["1", "丝绸"]], None, "utf-8")


def test_a_sheet_of_excel_keeps_its_values(alice_api: APIClient) -> None:
    rows: list[list[Any]] = [
        ["Name", "Code", "Count", "Share", "Day", "Moment", "Paid"],
        ["丝绸", "007", 4711, 0.1, date(2026, 3, 1), MOMENT, True],
        [None, "1", 2, 3.0, None, None, False],
        [],
    ]
    content = repacked(excel([], rows), b"<v>4711</v>", b"<v>9007199254740993</v>")
    empty = preview(alice_api, content)
    assert (empty["sheets"], empty["sheet"], empty["columns"]) == (["Sheet 1", "Sheet 2"], "Sheet 1", [])
    assert (empty["encoding"], empty["separator"], empty["row_count"]) == (None, None, 0)
    found = preview(alice_api, content, sheet="Sheet 2")
    types = ["text", "text", "number", "number", "datetime", "datetime", "boolean"]
    assert [column["type"] for column in found["columns"]] == types
    report = imported(alice_api, content, sheet="Sheet 2")
    assert (report["stored"], report["bad_cells"]) == (2, 0)
    first, second = cells()
    assert first == {
        "name": "丝绸",
        "code": "007",
        "count": 9007199254740993,
        "share": 0.1,
        "day": "2026-03-01T00:00:00.000Z",
        "moment": "2026-03-01T09:30:00.000Z",
        "paid": True,
    }
    assert second == {"code": "1", "count": 2, "share": 3, "paid": False}


def test_a_small_sheet_of_many_cells_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    content = excel([["x"] * 100] * 100)
    monkeypatch.setattr(excel_rows, "MAX_CSV_CHARS", 10_000)
    with pytest.raises(ExcelError, match="bomb"):
        excel_rows.read_sheet(content, "", 1_000)


@pytest.mark.django_db(transaction=True)
def test_nobody_waits_for_the_database_while_a_file_is_read(
    alice_api: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_locked: list[bool] = []

    def read(*given: Any, **options: Any) -> excel_rows.SheetText:
        is_locked.append(connection.in_atomic_block)
        return excel_rows.excel_rows(*given, **options)

    monkeypatch.setattr(table_files, "excel_rows", read)
    made = imported(alice_api, excel([["Name"], ["Ada"]]))
    imported(alice_api, excel([["Name", "Age"], ["Eve", 7]]), f"{TABLES}{made['table']}/import/")
    assert cells() == [{"name": "Ada"}, {"name": "Eve", "age": 7}]
    assert is_locked == [False] * 4


@pytest.mark.parametrize(
    ("content", "fields", "code"),
    [
        (b"PK\x03\x04 and then nothing", {}, "damaged"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1old", {}, "encrypted"),
        ('a,b\n1,"open\n2,3\n', {}, "not_csv"),
        ("a\n" + "x" * 200_000, {}, "not_csv"),
        ("a," * 300, {}, "too_wide"),
        ("é".encode("latin-1"), {"encoding": "utf-8"}, "not_text"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(
    alice_api: APIClient, content: str | bytes, fields: dict[str, str], code: str
) -> None:
    answer = alice_api.post(f"{TABLES}preview/", sent(content, **fields), format="multipart")
    assert answer.status_code == 400
    assert [(one["pointer"], one["code"]) for one in answer.json()["errors"]] == [("/file", code)]


def test_western_windows_is_found_where_nothing_else_fits(alice_api: APIClient) -> None:
    content = "name;city\nJosé ;Köln\nZoë\t;Orléans\n".encode("cp1252")
    assert preview(alice_api, content)["rows"][0] == ["José ", "Köln"]
    assert preview(alice_api, content)["encoding"] == "windows-1252"


def test_columns_are_left_out_matched_and_made(alice: User, alice_api: APIClient, bob_api: APIClient) -> None:
    table = table_create(alice, [{"email": "ann"}], shared=True)
    address = f"{TABLES}{table.pk}/import/"
    file = "Mail,Age,Secret,City\nben,9,x,Rome\nann,1,x,Bonn\ncat,old,x,Oslo\n"
    made = {"key": "city", "name": "City", "type": "text", "choices": []}
    known = [{"key": key, "name": "any", "type": "text"} for key in ("email", "age")]

    def send(api: APIClient, columns: list[dict[str, Any] | None]) -> Any:
        return api.post(address, sent(file, has_header=True, columns=json.dumps(columns)), format="multipart")

    assert send(bob_api, [*known, None, made]).status_code == 403
    assert send(alice_api, [known[0], known[0]]).json()["errors"][0]["pointer"] == "/columns"
    assert send(alice_api, [None]).json()["errors"][0]["pointer"] == "/columns"
    assert DataRow.objects.count() == 1
    report = send(alice_api, [*known, None, made]).json()
    assert (report["stored"], report["skipped"], report["bad_cells"]) == (2, 1, 2)
    assert sorted((one["row"], one["column"], one["value"]) for one in report["problems"]) == [
        (3, "email", "ann"),
        (4, "Age", "old"),
    ]
    assert cells() == [{"email": "ann"}, {"email": "ben", "age": 9, "city": "Rome"}, {"email": "cat", "city": "Oslo"}]
    assert [column["key"] for column in DataTable.objects.get().columns][-1] == "city"
    assert send(bob_api, [*known, None, None]).json()["skipped"] == 3


def test_nothing_is_made_of_a_file_that_is_refused(alice_api: APIClient) -> None:
    columns = json.dumps([{"key": "a", "name": "A", "type": "text"}])
    for content in ('a\n"open\n', "a\n" + "x" * 200_000):
        answer = alice_api.post(
            f"{TABLES}import/", sent(content, name="T", has_header=True, columns=columns), format="multipart"
        )
        assert answer.status_code == 400
    for wrong in ("[", "{}", '[{"key": "1", "name": "A", "type": "text"}]', "[null]"):
        answer = alice_api.post(
            f"{TABLES}import/", sent("a\n1\n", name="T", has_header=True, columns=wrong), format="multipart"
        )
        assert answer.status_code == 400
    assert not DataTable.objects.exists()
