"""Limits that django-allauth counts (`ACCOUNT_RATE_LIMITS`), with the time until there is room again."""

import time
from math import ceil

from allauth.core.internal import ratelimit
from allauth.core.internal.ratelimit import Rate, RateLimitUsage
from django.core.cache import caches
from django.http import HttpRequest
from rest_framework import exceptions

_APP = "allauth.account"


def count_try(request: HttpRequest, action: str, key: str = "") -> RateLimitUsage:
    """Count one more try of an action; what it returns can be rolled back once the try has succeeded.

    Never inside a transaction, which would forget the count together with the refusal.

    Args:
        key: what limits per key count by.
    Raises:
        Throttled: too many tries.
    """
    counted = ratelimit.consume(request, app=_APP, action=action, key=key)
    if not counted:
        raise throttled(request, action, key=key)
    return counted


def throttled(request: HttpRequest, *actions: str, key: str = "") -> exceptions.Throttled:
    """Return the refusal of a try that the limits of these actions have no room for, with the whole seconds to wait."""
    limits = [(action, rate) for action in actions for rate in ratelimit.get_rates(app=_APP, action=action)]
    waits = [_wait_s(request, action, rate, key) for action, rate in limits]
    return exceptions.Throttled(max(1, ceil(max(waits, default=0.0))))


def _wait_s(request: HttpRequest, action: str, rate: Rate, key: str) -> float:
    """Return the seconds until a limit has room: until the oldest of the tries that fill it no longer counts."""
    counted = ratelimit.get_cache_key(request, app=_APP, action=action, rate=rate, key=key)
    newest_first: list[float] = caches["sign_in"].get(counted, [])
    if len(newest_first) < rate.amount:
        return 0.0
    return float(newest_first[rate.amount - 1] + rate.duration - time.time())
