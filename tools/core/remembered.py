"""Results that a process remembers: the ones asked for last, up to a number. Pure, for any number of threads."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Remembered(Generic[K, V]):
    """Values by keys that name all that a value depends on, so that none becomes wrong; the oldest are dropped."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()

    def get(self, key: K) -> V | None:
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: K, value: V) -> V:
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self._most:
                self._values.popitem(last=False)
        return value

    def of(self, key: K, make: Callable[[], V]) -> V:
        """Return the value, made when it is not known; two threads may make it at once."""
        found = self.get(key)
        return self.put(key, make()) if found is None else found
