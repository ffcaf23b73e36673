"""Values count as the same by one rule: an equivalence, whatever the values are."""

from itertools import product
from typing import Any

import pytest

from workflow_editor.nodes.evaluation.value_key import is_same, value_key

VALUES: list[Any] = [
    None,
    "",
    " ",
    "null",
    True,
    "true",
    False,
    0,
    -0.0,
    "0",
    "-0",
    1,
    1.0,
    "1",
    "1.0",
    "01",
    1.5,
    "1.5",
    "1.50",
    1000,
    "1000",
    "1e3",
    7615917337495251231,
    7615917337495251232,
    "7615917337495251231",
    2**64,
    1e300,
    "a",
    "A",
    [],
    "[]",
    [1, "2"],
    ["1", 2.0],
    {},
    {"a": 1, "b": None},
    {"b": None, "a": "1"},
    {"a": 1},
]


def test_it_is_an_equivalence() -> None:
    for left, right in product(VALUES, repeat=2):
        assert is_same(left, left)
        assert is_same(left, right) is is_same(right, left)
        for other in VALUES:
            if is_same(left, right) and is_same(right, other):
                assert is_same(left, other), (left, right, other)


def test_numbers_are_the_same_by_what_they_amount_to() -> None:
    numbers = [value for value in VALUES if isinstance(value, int | float) and not isinstance(value, bool)]
    for left, right in product(numbers, repeat=2):
        assert is_same(left, right) is (left == right)


@pytest.mark.parametrize(
    ("left", "right"),
    [(None, ""), (None, "null"), (7, "007"), (1, "1.0"), (1000, "1e3"), ("a", "A"), (True, 1), ([], "[]"), ("", " ")],
)
def test_these_are_not_the_same(left: Any, right: Any) -> None:
    assert not is_same(left, right)


def test_texts_are_the_same_letter_by_letter() -> None:
    texts = [value for value in VALUES if isinstance(value, str)]
    assert len({value_key(text) for text in texts}) == len(texts)
