"""Beginnings of JSON values."""

from typing import Any

import pytest

from tools.core.envelope import truncated_json


@pytest.mark.parametrize("value", ["", "abcde", 7, None, ["ab", "c"], {"a": "bc"}])
def test_a_value_that_fits_is_returned_as_it_is(value: Any) -> None:
    assert truncated_json(value, 20) is value


@pytest.mark.parametrize(
    ("value", "beginning"),
    [
        ("x" * 30, "x" * 20),
        (["x" * 15, "y" * 15, "z"], ["x" * 12]),
        ({"a": "x" * 30, "b": 1}, {"a": "x" * 11}),
        ([1] * 100, [1, 1]),
    ],
)
def test_a_value_that_does_not_fit_ends_early(value: Any, beginning: Any) -> None:
    assert truncated_json(value, 20) == beginning
