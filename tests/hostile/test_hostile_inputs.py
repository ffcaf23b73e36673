"""No text may stop the process: each reader of outside text is linear in its length, and quick at its limit."""

import pytest

from tests.hostile.measuring import MAX_RATIO, MAX_SECONDS, Row, measured
from tests.hostile.rows import ROWS


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_time_grows_with_the_text(row: Row) -> None:
    found = measured(row)
    assert found.whole_s <= MAX_SECONDS
    assert found.ratio is None or found.ratio <= MAX_RATIO
