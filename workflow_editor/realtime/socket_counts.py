"""Open sockets per person, over all web processes.

A process counts its own, and reports from `REPORTED_FROM` sockets of a person on to the throttle store, where others
read them; nobody else pays for it.
"""

import threading
from collections import Counter
from math import inf
from time import time
from uuid import uuid4

from django.conf import settings
from django.core.cache import caches

REPORTED_FROM = 20
_GOOD_FOR_S = 30.0
"""A process that ends at once takes nothing back."""
_REPORTED_EVERY_S = 10.0


class SocketCounts:
    """The sockets of this process, by the id of their person."""

    def __init__(self) -> None:
        self._process = uuid4().hex
        self._lock = threading.Lock()
        self._open: Counter[int] = Counter()
        self._reported_at: dict[int, float] = {}

    def enter(self, person: int) -> bool:
        """Count a socket, or return False: the person has as many as they may. Touches the store."""
        with self._lock:
            self._open[person] += 1
            own = self._open[person]
        most = settings.MAX_SOCKETS
        if most and own + (self._elsewhere(person, own) if own > REPORTED_FROM else 0) > most:
            self.leave(person)
            return False
        return True

    def leave(self, person: int) -> None:
        with self._lock:
            self._open[person] -= 1
            if self._open[person] <= 0:
                del self._open[person]
                self._reported_at.pop(person, None)

    def is_due(self, person: int) -> bool:
        """Return whether the sockets of a person should be reported again."""
        return self._reported_at.get(person, inf) < time() - _REPORTED_EVERY_S

    def report(self, person: int) -> None:
        """Report the sockets of a person. Touches the store."""
        self._elsewhere(person, self._open[person])

    def _elsewhere(self, person: int, own: int) -> int:
        """Report the sockets of this process, and return how many there are in others."""
        store, key, now = caches["throttles"], f"sockets:{person}", time()
        self._reported_at[person] = now
        known = store.get(key) or {}
        others = {
            process: (count, at)
            for process, (count, at) in known.items()
            if process != self._process and at > now - _GOOD_FOR_S
        }
        store.set(key, {**others, self._process: (own, now)}, 2 * _GOOD_FOR_S)
        return sum(count for count, _ in others.values())


socket_counts = SocketCounts()
