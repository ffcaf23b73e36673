"""What explicit sessions hold open in this process, between the calls that use them. No framework."""

import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from tools.sessions.scope import SessionScope


class LiveSessions:
    """Scopes by session id; one that nobody used for its whole life is closed when the next one is asked for.

    Args:
        life_s: how long a session lives without use, in seconds.
        clock: seconds that only grow.
    """

    def __init__(self, life_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._life_s = life_s
        self._clock = clock
        self._scopes: dict[str, tuple[float, SessionScope]] = {}
        self._lock = threading.Lock()

    def scope(self, session_id: str, stored: Mapping[str, Any]) -> SessionScope:
        """Return the session's scope, made anew when this process holds none.

        Args:
            stored: what the session remembers, by key; another process may have changed it meanwhile.
        """
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
