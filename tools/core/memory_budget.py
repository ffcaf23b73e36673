"""The memory that what strangers send may take in a process, all of it together."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition


class MemoryBudget:
    """Lets threads that need memory wait for each other. Safe to share by threads.

    Args:
        total: bytes for all at once; who needs more than that is counted with it, and goes alone.
    """

    def __init__(self, total: int) -> None:
        self._total = total
        self._free = total
        self._freed = Condition()

    @contextmanager
    def held(self, amount: int, *, within_s: float) -> Iterator[None]:
        """Hold so many bytes.

        Raises:
            TimeoutError: others held them for longer than `within_s`.
        """
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
