"""How the cost of work grows. What it is in milliseconds is told by `make bench`, not by tests.

Processor time is what counts, since a loaded machine lets a test wait, and both pieces of work take turns, since its
clock speed changes too. The garbage collector waits until the end of a measurement: what it goes through is everything
that the process holds, such as what other tests have left in caches.
"""

import gc
import time
from collections.abc import Callable

Work = Callable[[], object]


def assert_cost(work: Work, of: Work, *, below: float, tries: int = 5) -> None:
    """Assert how many times the processor time of one piece of work another one takes; the best try of each counts.

    Ends with the first two tries that are good; one alone may be good because the other work was disturbed.
    """
    best_work = best_of = float("inf")
    for number in range(tries):
        best_work, best_of = min(best_work, _processor_s(work)), min(best_of, _processor_s(of))
        if number > 0 and best_work < below * best_of:
            return
    raise AssertionError(f"{best_work:.4f} s are {best_work / best_of:.1f} times {best_of:.4f} s, not below {below:g}")


def repeated(work: Work, times: int) -> Work:
    """Return work that is done many times in one measurement, for what takes microseconds."""

    def all_at_once() -> None:
        for _ in range(times):
            work()

    return all_at_once


def _processor_s(work: Work) -> float:
    gc.collect()
    gc.disable()
    try:
        began = time.process_time()
        work()
        return time.process_time() - began
    finally:
        gc.enable()
