"""Limits counted by django-allauth (`ACCOUNT_RATE_LIMITS` in `settings/accounts.py`), with the remaining wait."""

import time
from math import ceil

from allauth.core.internal import ratelimit
from allauth.core.internal.ratelimit import Rate, RateLimitUsage
from django.core.cache import caches
from django.http import HttpRequest
from rest_framework import exceptions

_APP = "allauth.account"


def count_try(request: HttpRequest, action: str, key: str = "") -> RateLimitUsage:
    """Count an attempt of an action, with `key` as subject; the result can be rolled back on success.

    Call it outside transactions, which would discard the count on refusal. Raises Throttled after too many attempts.
    """
    counted = ratelimit.consume(request, app=_APP, action=action, key=key)
    if not counted:
        raise throttled(request, action, key=key)
    return counted


def throttled(request: HttpRequest, *actions: str, key: str = "") -> exceptions.Throttled:
    """Return the refusal of an attempt over the limits of these actions, with the wait in whole seconds."""
    limits = [(action, rate) for action in actions for rate in ratelimit.get_rates(app=_APP, action=action)]
    waits = [_wait_s(request, action, rate, key) for action, rate in limits]
    return exceptions.Throttled(max(1, ceil(max(waits, default=0.0))))


def _wait_s(request: HttpRequest, action: str, rate: Rate, key: str) -> float:
    """Return the seconds until the oldest counted attempt of a full limit expires."""
    counted = ratelimit.get_cache_key(request, app=_APP, action=action, rate=rate, key=key)
    newest_first: list[float] = caches["sign_in"].get(counted, [])
    if len(newest_first) < rate.amount:
        return 0.0
    return float(newest_first[rate.amount - 1] + rate.duration - time.time())
