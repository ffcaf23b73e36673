"""How the cost of work grows. What it is in milliseconds is told by `make bench`, not by tests.

Processor time is what counts, since a loaded machine lets a test wait, and both pieces of work take turns, since its
clock speed changes too. The garbage collector waits until the end of a measurement: what it goes through is everything
that the process holds, such as what other tests have left in caches.
"""

import gc
import time
from collections.abc import Callable

Work = Callable[[], object]


def times_the_cost(work: Work, of: Work, *, tries: int = 5) -> float:
    """Return how many times the processor time of one piece of work another one takes; the best try of each counts."""
    turns = [(_processor_s(work), _processor_s(of)) for _ in range(tries)]
    return min(turn[0] for turn in turns) / min(turn[1] for turn in turns)


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
