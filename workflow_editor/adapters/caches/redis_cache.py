"""A cache in Redis that fails nothing: while Redis does not answer, another cache is asked."""

import logging
from time import monotonic
from typing import Any

from django.core.cache import caches
from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.dummy import DummyCache
from django.core.cache.backends.redis import RedisCache
from redis import RedisError

logger = logging.getLogger(__name__)

ASKED_AGAIN_AFTER_S = 5.0
"""So long nobody waits for a Redis that did not answer in time."""


class Outage:
    """Until when Redis is not asked, by the clock of `monotonic`."""

    ends_at = 0.0


outage = Outage()
"""One for all threads, each of which has cache objects of its own."""


class RedisCacheWithFallback(BaseCache):
    """Django's Redis cache, replaced by the cache `FALLBACK` while Redis is down; entries are not moved."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._redis = RedisCache(server, params)
        self._fallback = caches[params["FALLBACK"]]

    def add(self, *args: Any, **kwargs: Any) -> bool:
        return bool(self._ask("add", *args, **kwargs))

    def get(self, *args: Any, **kwargs: Any) -> Any:
        return self._ask("get", *args, **kwargs)

    def set(self, *args: Any, **kwargs: Any) -> None:
        self._ask("set", *args, **kwargs)

    def touch(self, *args: Any, **kwargs: Any) -> bool:
        return bool(self._ask("touch", *args, **kwargs))

    def incr(self, *args: Any, **kwargs: Any) -> int:
        return int(self._ask("incr", *args, **kwargs))

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        return bool(self._ask("delete", *args, **kwargs))

    def clear(self) -> None:
        self._ask("clear")

    def _ask(self, method: str, *args: Any, **kwargs: Any) -> Any:
        if monotonic() >= outage.ends_at:
            try:
                return getattr(self._redis, method)(*args, **kwargs)
            except RedisError as error:
                outage.ends_at = monotonic() + ASKED_AGAIN_AFTER_S
                logger.warning("Redis does not answer, its caches are asked again later: %s", error)
        return getattr(self._fallback, method)(*args, **kwargs)


class NothingKept(DummyCache):
    """Keeps nothing, and gives nobody what only one may have: it does not know whether somebody else has it."""

    def add(self, *args: Any, **kwargs: Any) -> bool:
        return False
