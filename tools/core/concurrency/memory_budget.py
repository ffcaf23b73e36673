"""Shared memory budget of a process for untrusted input."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition


class MemoryBudget:
    """Lets threads wait for memory; a request above `total` bytes runs alone. Thread-safe."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._free = total
        self._freed = Condition()

    @contextmanager
    def held(self, amount: int, *, within_s: float) -> Iterator[None]:
        """Reserve `amount` bytes. Raises TimeoutError if they are not free within `within_s`."""
        amount = min(amount, self._total)
        with self._freed:
            if not self._freed.wait_for(lambda: self._free >= amount, within_s):
                raise TimeoutError
            self._free -= amount
        try:
            yield
        finally:
            with self._freed:
                self._free += amount
                self._freed.notify_all()
