"""Time and tokens are counted the same way everywhere."""

from datetime import UTC, datetime, timedelta

import pytest

from tools.core.definitions import JsonObject
from workflow_editor.engine.usage import duration_ms, milliseconds, tokens_of, usage_sum

BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
ENDED = BEGAN + timedelta(microseconds=1_234_567)


def test_time_is_reported_in_whole_milliseconds() -> None:
    assert milliseconds(BEGAN, ENDED) == duration_ms(BEGAN, ENDED) == 1235


@pytest.mark.parametrize("moments", [(None, None), (BEGAN, None), (None, ENDED)])
def test_what_is_not_over_or_never_began_has_no_duration(moments: tuple[datetime | None, datetime | None]) -> None:
    assert duration_ms(*moments) is None


def test_tokens_are_all_named() -> None:
    assert tokens_of({"output_tokens": 2, "cost": 0.5}) == {"input_tokens": 0, "output_tokens": 2}


@pytest.mark.parametrize(
    ("total", "added", "expected"),
    [
        ({}, {}, {"input_tokens": 0, "output_tokens": 0}),
        ({"input_tokens": 1}, {"input_tokens": 2, "output_tokens": 3}, {"input_tokens": 3, "output_tokens": 3}),
        ({"cost": 0.1}, {"cost": 0.2}, {"input_tokens": 0, "output_tokens": 0, "cost": 0.3}),
    ],
)
def test_usages_add_up_and_a_cost_of_nothing_is_left_out(
    total: JsonObject, added: JsonObject, expected: JsonObject
) -> None:
    assert usage_sum(total, added) == expected
