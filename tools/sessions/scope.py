"""State of stateful tools between calls: connections, cookies and the like. No framework."""

import threading
import time
import uuid
from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar, cast, runtime_checkable


class Closable(Protocol):
    """Something that must be closed."""

    def close(self) -> None:
        """Let go of it; called once."""
        ...


@runtime_checkable
class Storable(Closable, Protocol):
    """Something that can be put away as JSON and made again from it."""

    def state(self) -> Any: ...


K = TypeVar("K", bound=Closable)


class SessionScope:
    """Lifetime of stateful tools' resources. Thread-safe. A temporary scope is closed with its conversation."""

    def __init__(self, session_id: str = "", *, is_temporary: bool = True) -> None:
        self.id = session_id or f"temp_{uuid.uuid4().hex[:16]}"
        self.is_temporary = is_temporary
        self._kept: dict[str, Any] = {}
        self._lock = threading.Lock()
        self._is_closed = False
        self._stored: dict[str, Any] = {}

    def keep(self, key: str, make: Callable[[], K]) -> K:
        """Return the object under this key, made on first use.

        An object made after the scope was closed, by a call that outlived it, is closed at once.
        """
        with self._lock:
            found = self._kept.get(key)
            if found is None:
                found = make()
                if self._is_closed:
                    found.close()
                else:
                    self._kept[key] = found
        return cast(K, found)

    def stored(self, key: str) -> Any:
        """Return what the session remembers under this key, to make something again from; None for nothing."""
        return self._stored.get(key)

    def restore(self, stored: Mapping[str, Any]) -> None:
        """Learn what the session remembers; what is kept in another state is made again when it is asked for."""
        for key, state in self.state().items():
            if stored.get(key) != state:
                self.drop(key)
        self._stored = dict(stored)

    def state(self) -> dict[str, Any]:
        """Return what the session should remember, by key."""
        with self._lock:
            kept = dict(self._kept)
        return {**self._stored, **{key: one.state() for key, one in kept.items() if isinstance(one, Storable)}}

    def drop(self, key: str) -> None:
        """Close what is kept under this key, if anything; the next one who asks gets a new one."""
        with self._lock:
            found = self._kept.pop(key, None)
        if found is not None:
            found.close()

    def close(self) -> None:
        """Close everything; doing it twice changes nothing."""
        with self._lock:
            self._is_closed = True
            kept, self._kept = list(self._kept.values()), {}
        for one in kept:
            one.close()


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
