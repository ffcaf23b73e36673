"""Rate limiter shared by all processes through one store. Framework-free."""

from collections.abc import Callable

import orjson

from tools.core.concurrency.expiring_store import ExpiringStore
from tools.core.concurrency.keyed_mutex import KeyedMutex
from tools.core.definitions import CallLimit

_LONGEST_PAUSE_S = 3_600.0
_TURN_S = 5.0


class RateLimiter:
    """Sliding-window limiter by key that keeps the pauses requested by services; `now` is seconds since the epoch."""

    def __init__(self, store: ExpiringStore, mutex: KeyedMutex, now: Callable[[], float]) -> None:
        self._store, self._mutex, self._now = store, mutex, now

    def reserve(self, key: str, limit: CallLimit | None) -> float:
        """Count a call and return 0, or return the seconds until one fits.

        Raises ToolUnavailableError if the store stays locked for seconds.
        """
        if (wait_s := float(self._store.get(_pause(key)) or 0) - self._now()) > 0:
            return wait_s
        if limit is None:
            return 0.0
        with self._mutex.held(f"rate:{key}", wait_s=_TURN_S, hold_s=_TURN_S):
            now = self._now()
            counted: list[float] = orjson.loads(self._store.get(_calls(key)) or "[]")
            counted = [at for at in counted if at > now - limit.seconds]
            if len(counted) >= limit.calls:
                return counted[-limit.calls] + limit.seconds - now
            self._store.set(_calls(key), orjson.dumps([*counted, now]).decode(), limit.seconds)
        return 0.0

    def pause(self, key: str, wait_s: float) -> None:
        """Block calls for `wait_s` seconds, at most an hour."""
        wait_s = min(wait_s, _LONGEST_PAUSE_S)
        if wait_s > 0:
            self._store.set(_pause(key), str(self._now() + wait_s), wait_s)


def _calls(key: str) -> str:
    return f"rate-calls:{key}"


def _pause(key: str) -> str:
    return f"rate-pause:{key}"
