"""Open resources of explicit sessions in this process, between calls. No framework."""

import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from tools.sessions.scope import SessionScope


class LiveSessions:
    """Scopes by session id; those unused for `life_s` seconds are closed at the next request. `clock` is monotonic."""

    def __init__(self, life_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._life_s = life_s
        self._clock = clock
        self._scopes: dict[str, tuple[float, SessionScope]] = {}
        self._lock = threading.Lock()

    def scope(self, session_id: str, stored: Mapping[str, Any]) -> SessionScope:
        """Return the session's scope, or a new one; `stored` is its state, which another process may have changed."""
        now = self._clock()
        with self._lock:
            late = [key for key, (used_at, _) in self._scopes.items() if now - used_at > self._life_s]
            over = [self._scopes.pop(key)[1] for key in late]
            known = self._scopes.get(session_id)
            scope = known[1] if known else SessionScope(session_id, is_temporary=False)
            self._scopes[session_id] = now, scope
        for one in over:
            one.close()
        scope.restore(stored)
        return scope

    def drop(self, session_id: str) -> None:
        """Close what this process holds of the session."""
        with self._lock:
            known = self._scopes.pop(session_id, None)
        if known is not None:
            known[1].close()
