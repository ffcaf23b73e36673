"""Separate stores of the throttle counters, one per throttle.

Keys are `<scope>:<subject>`. The subject is hashed, since it may be secret (a link's token) or personal (a user name,
an address).
"""

from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.utils.crypto import salted_hmac

_SALT = "workflow_editor.throttles"
_scopes: dict[str, LocMemCache] = {}


def hashed_key(key: str, prefix: str, version: int) -> str:
    """Return the key as it is stored; the hash can only be made with this installation's secret key."""
    scope, _, counted = key.partition(":")
    return f"{prefix}:{version}:{scope}:{salted_hmac(_SALT, counted, algorithm='sha256').hexdigest()}"


class ThrottleMemoryCache(BaseCache):
    """In-process counters, MAX_ENTRIES per scope, which evict only their own. Redis entries expire by themselves."""

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._name, self._params = name, params

    def _of(self, key: str) -> LocMemCache:
        scope = f"{self._name}:{key.partition(':')[0]}"
        return _scopes.get(scope) or _scopes.setdefault(scope, LocMemCache(scope, self._params))

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return self._of(key).add(key, value, timeout, version)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._of(key).get(key, default, version)

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        self._of(key).set(key, value, timeout, version)

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return self._of(key).touch(key, timeout, version)

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        return self._of(key).incr(key, delta, version)

    def delete(self, key: Any, version: int | None = None) -> bool:
        return self._of(key).delete(key, version)

    def clear(self) -> None:
        for scope in _scopes.values():
            scope.clear()
