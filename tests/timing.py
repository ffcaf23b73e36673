"""Growth of processor time with the size of the work, and its end. Speeds belong in `make bench`.

A test fails only for growth of the next power or for a hang, whatever else the machine does: the sizes lie far apart
and the bound is midway. Over a factor of 16 linear work takes 16 times as long, quadratic work 256 times; the bound is
64. The garbage collector waits until the end of a measurement: it walks everything that the process holds, for example
caches left by other tests.
"""

import gc
import os
import time
from collections.abc import Callable
from functools import partial

import pytest

Work = Callable[[], object]

ENDS_WITHIN_S = 20.0
"""Processor time limit: far above any work in these tests, and far below a hang."""
_MEASURED_S = 0.005
"""Shorter work is repeated until it takes as long as this."""
_TRIES = 3
"""The least of several tries counts: what else the machine does only adds to them."""


def assert_growth(work: Callable[[int], Work], *, to: int, by: int = 16, power: int = 1) -> None:
    """Assert that work grows with its size by no more than a power: 0 is not at all, 1 linear.

    Args:
        work: returns the work of a size, prepared.
        to: the largest size; the other one is `by` times smaller.
    """
    small, large = work(to // by), work(to)
    bound = by ** (power + 0.5)
    small_s = large_s = float("inf")
    for _ in range(_TRIES):
        small_s, large_s = min(small_s, _once_s(small)), min(large_s, _once_s(large))
        if large_s < bound * small_s:
            return
    raise AssertionError(f"{large_s:.6f} s are {large_s / small_s:.0f} times {small_s:.6f} s, not below {bound:.0f}")


def assert_ends(work: Work) -> None:
    """Assert that work takes no longer than a hang would."""
    took_s = processor_s(work)
    assert took_s < ENDS_WITHIN_S, f"{took_s:.1f} s of the processor"


def processor_s(work: Work) -> float:
    """Return the processor seconds of this thread, without a collection of garbage. `make coverage` skips the test."""
    if "MEASURES_COVERAGE" in os.environ:
        work()
        pytest.skip("a time, which the measurement of coverage changes")
    gc.disable()
    try:
        began = time.thread_time()
        work()
        return time.thread_time() - began
    finally:
        gc.enable()


def _once_s(work: Work) -> float:
    times = 1
    while (took_s := processor_s(partial(_repeat, work, times))) < _MEASURED_S:
        times *= 4
    return took_s / times


def _repeat(work: Work, times: int) -> None:
    for _ in range(times):
        work()
