"""A lock by key: callers of something that takes no parallel work go one at a time. No framework."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager

from tools.core.concurrency.clock import Clock
from tools.core.concurrency.expiring_store import ExpiringStore
from tools.core.errors import ToolUnavailableError
from tools.core.text import Text

_POLL_S = 0.05
_BUSY = Text("Another call is still in progress, and only one can run at a time. Try again later.")


class KeyedMutex:
    """One lock for each key, across all processes that share the store."""

    def __init__(self, store: ExpiringStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    @contextmanager
    def held(self, key: str, *, wait_s: float, hold_s: float) -> Iterator[None]:
        """Hold the lock of a key, released after `hold_s` in case its holder died.

        Raises ToolUnavailableError if the lock is not free within `wait_s`.
        """
        name, mine = f"tool-turn:{key}", secrets.token_hex(8)
        end = self._clock.monotonic() + wait_s
        while not self._store.add(name, mine, hold_s):
            if self._clock.monotonic() >= end:
                raise ToolUnavailableError(_BUSY)
            self._clock.sleep(_POLL_S)
        try:
            yield
        finally:
            if self._store.get(name) == mine:
                self._store.delete(name)
