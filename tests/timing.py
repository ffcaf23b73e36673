"""How the cost of work grows, and whether it stays below a bound. What it is exactly is told by `make bench`.

Processor time is what counts, since a loaded machine lets a test wait. Two pieces of work take turns, since the clock
speed changes too, and seconds are those of a quick machine: a slow one is given as many times more. The garbage
collector waits until the end of a measurement: what it goes through is everything that the process holds, such as what
other tests have left in caches.
"""

import gc
import time
from collections.abc import Callable

Work = Callable[[], object]

QUICK_S = 0.02
"""How long a quick machine takes for the squares of 250,000 numbers."""
_TRIES = 15
"""Tests beside this one disturb several tries in a row."""


def assert_cost(work: Work, of: Work, *, below: float, tries: int = 5) -> None:
    """Assert how many times the processor time of one piece of work another one takes; the best try of each counts.

    Ends with the first two tries that are good; one alone may be good because the other work was disturbed.
    """
    best_work = best_of = float("inf")
    for number in range(tries):
        best_work, best_of = min(best_work, processor_s(work)), min(best_of, processor_s(of))
        if number > 0 and best_work < below * best_of:
            return
    raise AssertionError(f"{best_work:.4f} s are {best_work / best_of:.1f} times {best_of:.4f} s, not below {below:g}")


def assert_quick(work: Work, *, below: float) -> None:
    """Assert how many processor seconds a quick machine takes for work; the best of several tries counts."""
    best = float("inf")
    for _ in range(_TRIES):
        best = min(best, processor_s(work) / slowness())
        if best < below:
            return
    raise AssertionError(f"{best:.4f} s, not below {below:g}")


def slowness() -> float:
    """Return how many times as long as a quick machine this one takes at the moment, at least 1."""
    return max(1.0, processor_s(lambda: sum(number * number for number in range(250_000))) / QUICK_S)


def repeated(work: Work, times: int) -> Work:
    """Return work that is done many times in one measurement, for what takes microseconds."""

    def all_at_once() -> None:
        for _ in range(times):
            work()

    return all_at_once


def processor_s(work: Work) -> float:
    """Return the processor seconds of this thread, without a collection of garbage."""
    gc.disable()
    try:
        began = time.thread_time()
        work()
        return time.thread_time() - began
    finally:
        gc.enable()
