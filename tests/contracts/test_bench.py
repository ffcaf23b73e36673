"""The bench, its page and its targets of make belong together."""

import re

import pytest

from tests.bench.row import COLUMNS, PAGE, Column, rows_of_page
from tests.bench.run import PARTS
from tests.runtime import ROOT

MAKEFILE = (ROOT / "Makefile").read_text()
_COMMIT = re.compile(r"[0-9a-f]{8}")


def line_of(column: Column) -> str:
    """The line of the page that says where a column comes from."""
    yardstick = f"`{'.'.join(column.yardstick)}`" if column.yardstick else "none"
    if column.ms_of_rate:
        yardstick = f"{column.ms_of_rate:,.0f} ms divided by {yardstick}"
    return f"| {column.title} | `{'.'.join(column.figure)}` | {yardstick} |"


def test_the_table_of_the_page_has_today_s_columns_and_rows_of_commits() -> None:
    rows = rows_of_page(PAGE.read_text())
    assert all(_COMMIT.fullmatch(row.commit) for row in rows)
    assert all(any(row.cells) for row in rows)


@pytest.mark.parametrize("column", COLUMNS, ids=lambda column: column.title)
def test_the_page_explains_each_column(column: Column) -> None:
    assert line_of(column) in PAGE.read_text().splitlines()


def test_the_gate_runs_each_part_once() -> None:
    found = re.search(r"^BENCH_REST := (.+)$", MAKEFILE, re.MULTILINE)
    assert found
    assert set(found[1].split()) <= set(PARTS)
    assert "run --smoke $(BENCH_REST:%=--skip %)" in MAKEFILE
    assert "run --smoke $(BENCH_REST:%=--only %)" in MAKEFILE
