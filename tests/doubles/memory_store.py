"""Short texts that are kept for a while, in memory."""

import threading
from collections.abc import Callable


class MemoryStore:
    """Lives in this process.

    Args:
        monotonic: returns seconds that only grow.
    """

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._kept: dict[str, tuple[str, float]] = {}

    def add(self, key: str, value: str, life_s: float) -> bool:
        with self._lock:
            if self._found(key) is not None:
                return False
            self._kept[key] = (value, self._monotonic() + life_s)
            return True

    def set(self, key: str, value: str, life_s: float) -> None:
        with self._lock:
            self._kept[key] = (value, self._monotonic() + life_s)

    def get(self, key: str) -> str | None:
        with self._lock:
            return self._found(key)

    def delete(self, key: str) -> None:
        with self._lock:
            self._kept.pop(key, None)

    def _found(self, key: str) -> str | None:
        value, end = self._kept.get(key, ("", 0.0))
        if end > self._monotonic():
            return value
        self._kept.pop(key, None)
        return None
