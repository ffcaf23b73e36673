"""Keeps access tokens: one fetch at a time for each, and none is used in its last minutes. No framework."""

import threading
from collections.abc import Callable

from tools.core.concurrency.expiring_store import ExpiringStore
from tools.core.registered.tokens import IssuedToken

_MARGIN_S = 300.0
"""Services hand out a new token this long before the old one ends, and both work meanwhile."""
_SHORTEST_LIFE_S = 1.0
_LOCKS = 64


class StoredTokenCache:
    """See `tools.core.registered.tokens.TokenCache`, which this is one of."""

    def __init__(self, store: ExpiringStore) -> None:
        self._store = store
        self._locks = [threading.Lock() for _ in range(_LOCKS)]

    def get(self, key: str, fetch: Callable[[], IssuedToken]) -> str:
        name = _name(key)
        if kept := self._store.get(name):
            return kept
        # Tokens that share a lock by chance wait for each other; that costs one request's time at worst.
        with self._locks[hash(key) % _LOCKS]:
            if kept := self._store.get(name):
                return kept
            issued = fetch()
            margin_s = min(_MARGIN_S, issued.life_s / 2)
            self._store.set(name, issued.value, max(issued.life_s - margin_s, _SHORTEST_LIFE_S))
            return issued.value

    def forget(self, key: str, token: str) -> None:
        if self._store.get(_name(key)) == token:
            self._store.delete(_name(key))


def _name(key: str) -> str:
    return f"tool-token:{key}"
