"""The same work by several threads at once, each with its own connection to the database."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from django.db import connections

WRITERS = 10


def at_once(work: Callable[[int], object]) -> None:
    """Let each writer do the work, called with its number from 0 on; none begins before all are there."""
    start_line = Barrier(WRITERS)

    def begin(number: int) -> None:
        try:
            start_line.wait()
            work(number)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(WRITERS) as pool:
        list(pool.map(begin, range(WRITERS)))
