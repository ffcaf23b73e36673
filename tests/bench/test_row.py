"""Rows of docs/performance.md: made of documents, read again, and compared with the row below."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.bench.measuring import Document
from tests.bench.row import COLUMNS, HEADER, Cell, Column, Row, row_of, rows_of_page
from tests.runtime import ROOT

TIME = Column("time", ("ours", "ms"), ("theirs", "ms"))
TIME_BY_RATE = Column("time by rate", ("ours", "ms"), ("theirs", "rate"), ms_of_rate=1_000)
NO_YARDSTICK = Column("alone", ("ours", "ms"))


def document(**figures: Any) -> Document:
    return {
        "commit": {"hash": "0123456789", "is_clean": True},
        "date": "2026-11-29T02:00:00+00:00",
        "machine": {"cores": 2},
        "size": "full",
        "figures": figures,
        "targets": {},
        "failed": {},
    }


@pytest.mark.parametrize(
    ("column", "runs", "cell"),
    [
        pytest.param(TIME, [{"ours": {"ms": 6.912}, "theirs": {"ms": 27.6}}], "6.91 (0.25)", id="a time"),
        pytest.param(TIME_BY_RATE, [{"ours": {"ms": 10}, "theirs": {"rate": 200}}], "10 (2)", id="a time by a rate"),
        pytest.param(NO_YARDSTICK, [{"ours": {"ms": 1780.4}}], "1780", id="without a yardstick"),
        pytest.param(
            TIME,
            [{"ours": {"ms": ours}, "theirs": {"ms": theirs}} for ours, theirs in ((10, 10), (30, 10), (40, 20))],
            "30 (2)",
            id="medians of the figures, and of the ratios of each run",
        ),
    ],
)
def test_a_cell_holds_the_figure_and_its_ratio(column: Column, runs: list[dict[str, Any]], cell: str) -> None:
    assert str(column.cell(runs)) == cell


@pytest.mark.parametrize("run", [{}, {"ours": {"ms": 1}}, {"ours": {"ms": 1}, "theirs": {"ms": 0}}])
def test_what_was_not_measured_has_no_cell(run: dict[str, Any]) -> None:
    assert TIME.cell([run]) is None


def test_a_row_is_read_as_it_was_written() -> None:
    row = row_of([document(embedded={"idle": {"memory_mb": 133.4}})] * 2)
    assert str(row) == f"| 01234567 | 2026-11-29, 2 cores, 2 runs |{' – |' * (len(COLUMNS) - 2)} 133 | – |"
    rule = "| --- " * (len(COLUMNS) + 2) + "|"
    (read,) = rows_of_page(f"# Speed\n\n{HEADER}\n{rule}\n{row}\n\nMore.\n")
    assert str(read) == str(row)


@pytest.mark.parametrize("page", ["", f"{HEADER}\n| --- |\n| 01234567 | today | 1 |\n"])
def test_a_page_with_other_columns_is_refused(page: str) -> None:
    with pytest.raises(ValueError, match=r"no table|1 figures"):
        rows_of_page(page)


def row(commit: str, cell: Callable[[Column], str]) -> Row:
    return Row(commit, "", tuple(Cell.read(cell(column)) for column in COLUMNS))


@pytest.mark.parametrize(
    ("times", "rates", "slips"),
    [
        pytest.param("9 (1.06)", "9 (0.94)", len(COLUMNS), id="all are worse against their yardsticks"),
        pytest.param("99 (1.04)", "1 (0.96)", 0, id="5 % may be chance, and a slower machine slows both"),
        pytest.param("1 (0.5)", "99 (2)", 0, id="all are better"),
        pytest.param("–", "–", 0, id="not measured"),
    ],
)
def test_a_slip_of_more_than_5_percent_is_reported(times: str, rates: str, slips: int) -> None:
    now = row("now", lambda column: rates if column.is_rate else times)
    assert len(list(now.slips_since(row("then", lambda _: "9 (1)")))) == slips


def test_a_slip_is_described() -> None:
    now = row("now", lambda column: "2 (1.5)" if column.title == "agent turn, ms" else "–")
    assert list(now.slips_since(row("then", lambda _: "1 (1)"))) == [
        "now: agent turn, ms slipped by 50% since then: 1 (1) -> 2 (1.5)"
    ]


def print_rows(*files: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.bench.row", *map(str, files)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        pytest.param("{", "is no document of the bench", id="no JSON"),
        pytest.param("[]", "is no document of the bench", id="other JSON"),
        pytest.param(json.dumps(document() | {"size": "smoke"}), "measured at the smallest size", id="smoke"),
        pytest.param(
            json.dumps(document() | {"commit": {"hash": "0123456789", "is_clean": False}}),
            "there were changes on top of 01234567",
            id="changes",
        ),
        pytest.param(
            json.dumps(document() | {"commit": {"hash": None, "is_clean": False}}), "it names no commit", id="no commit"
        ),
    ],
)
def test_a_document_that_makes_no_row_is_refused(tmp_path: Path, content: str, sentence: str) -> None:
    (file := tmp_path / "bench.json").write_text(content)
    answer = print_rows(file)
    assert (answer.returncode, answer.stdout) == (1, "")
    assert sentence in answer.stderr
    assert "Traceback" not in answer.stderr


def test_documents_of_two_commits_make_two_rows_that_are_compared(tmp_path: Path) -> None:
    for name, idle in (("new", 200.0), ("old", 100.0)):
        made = document(embedded={"idle": {"memory_mb": idle}}) | {"commit": {"hash": f"{name}56789", "is_clean": True}}
        (tmp_path / name).write_text(json.dumps(made))
    answer = print_rows(tmp_path / "new", tmp_path / "old")
    assert answer.returncode == 0, answer.stderr
    assert [line[:12] for line in answer.stdout.splitlines()] == ["| new56789 |", "| old56789 |"]
    assert "new56789: idle, MB slipped by 100% since old56789" in answer.stderr
