"""Tokens and locks in Django's cache, which all processes share when there is a Redis."""

from django.core.cache import cache

from tools.core.errors import ToolConfigurationError
from tools.secrets import encryption as secrets

_VALUE = "value"


class CacheStore:
    """An `ExpiringStore` (`tools.core.concurrency`); a cache may be read by others, so its values are encrypted."""

    def add(self, key: str, value: str, life_s: float) -> bool:
        return bool(cache.add(key, secrets.encrypt({_VALUE: value}), life_s))

    def set(self, key: str, value: str, life_s: float) -> None:
        cache.set(key, secrets.encrypt({_VALUE: value}), life_s)

    def get(self, key: str) -> str | None:
        kept = cache.get(key)
        if kept is None:
            return None
        try:
            return str(secrets.decrypt(kept)[_VALUE])
        except ToolConfigurationError:
            # Kept under a key file that is gone: as good as nothing.
            return None

    def delete(self, key: str) -> None:
        cache.delete(key)
