"""No text may stop the process: each reader of outside text is linear in its length, and quick at its limit."""

import re

import pytest

from tests.hostile.measuring import MAX_RATIO, MAX_SECONDS, Row, measured, repeated
from tests.hostile.rows import ROWS

_QUADRATIC = re.compile("a*b")
"""Tries each position of a text of a's to its end."""


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_time_grows_with_the_text(row: Row) -> None:
    found = measured(row)
    assert found.whole_s <= MAX_SECONDS
    assert found.ratio is None or found.ratio <= MAX_RATIO


def test_a_reader_that_is_not_linear_is_found() -> None:
    assert not measured(Row("quadratic", _QUADRATIC.search, repeated("a"), 6_000)).is_good
