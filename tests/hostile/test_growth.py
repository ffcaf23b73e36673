"""The helpers of `tests.timing` find growth of the next power, and nothing else."""

import re
from collections.abc import Callable
from functools import partial

import pytest

from tests.timing import Work, assert_growth

_TRIED_EVERYWHERE = re.compile("a*b")


def quadratic(size: int) -> Work:
    return partial(_TRIED_EVERYWHERE.search, "a" * size)


def linear(size: int) -> Work:
    return partial(_TRIED_EVERYWHERE.match, "a" * size)


def constant(size: int) -> Work:
    return partial(_TRIED_EVERYWHERE.match, "b" * size)


@pytest.mark.parametrize(("work", "power"), [(quadratic, 1), (linear, 0)])
def test_growth_of_the_next_power_is_found(work: Callable[[int], Work], power: int) -> None:
    with pytest.raises(AssertionError, match=r"s are \d+ times"):
        assert_growth(work, to=8_000, by=16 if power else 100, power=power)


@pytest.mark.parametrize(("work", "power"), [(quadratic, 2), (linear, 1), (constant, 0)])
def test_what_grows_as_it_should_passes(work: Callable[[int], Work], power: int) -> None:
    assert_growth(work, to=8_000, power=power)
