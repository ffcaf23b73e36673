"""No text may stop the process: each reader of outside text is linear in its length, and ends at its limit."""

import re
from dataclasses import replace

import pytest

from tests.hostile.measuring import FACTOR, Row, measured, repeated
from tests.hostile.rows import ROWS

_QUADRATIC = re.compile("a*b")
"""Tries each position of a text of a's to its end."""


@pytest.mark.parametrize("part", [FACTOR, pytest.param(1, marks=pytest.mark.exhaustive)], ids=["a part", "whole"])
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_time_grows_with_the_text(row: Row, part: int) -> None:
    found = measured(replace(row, limit=row.limit // part))
    assert found.is_good, found


@pytest.mark.parametrize("limit", [20_000, 320_000])
def test_a_reader_that_is_not_linear_is_found(limit: int) -> None:
    assert not measured(Row("quadratic", _QUADRATIC.search, repeated("a"), limit)).is_good


def test_a_linear_reader_passes() -> None:
    assert measured(Row("linear", _QUADRATIC.fullmatch, repeated("a"), 5_000_000)).is_good
