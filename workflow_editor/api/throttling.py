"""Shared base of all throttles."""

from typing import cast

from django.core.cache import caches
from django.core.cache.backends.base import BaseCache
from django.utils.connection import ConnectionProxy
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView


class Throttle(SimpleRateThrottle):
    """Counts calls in the cache `throttles`; a subclass names its `scope` and who is counted."""

    cache = cast(BaseCache, ConnectionProxy(caches, "throttles"))

    def counted(self, request: Request, view: APIView) -> str | None:
        """Return whom this call counts for; None for nobody. Only who exists should get an entry."""
        raise NotImplementedError

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        counted = self.counted(request, view)
        return None if counted is None else f"{self.scope}:{counted}"
