"""Waiting for what only asking tells: another process gives us no bell to wait for."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def comes_true(condition: Callable[[], T], *, within_s: float, every_s: float) -> T:
    """Ask until the answer is true, at the pace that the clock gives; return the last one, false if time ran out."""
    deadline = time.monotonic() + within_s
    while not (answer := condition()) and time.monotonic() < deadline:
        time.sleep(every_s)
    return answer


def wait_until(condition: Callable[[], T | None], *, within_s: float = 120.0) -> T:
    """Return the condition's value as soon as it is true.

    The bench and the chaos harness measure the time: here machines may be as busy as they like.
    """
    answer = comes_true(condition, within_s=within_s, every_s=0.02)
    assert answer, "the condition did not come true in time"
    return answer
