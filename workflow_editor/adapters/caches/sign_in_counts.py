"""Stores django-allauth's sign-in attempt counts in the database, so restarts do not reset them."""

import time
from datetime import datetime, timedelta
from typing import Any

from django.core.cache import caches
from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.utils import timezone

SWEEP_EVERY_S = 60.0


class SignInCounts(BaseCache):
    """Django cache on `SignInCount`; the package's short locks (`add`) stay in the throttle cache."""

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._swept_at = 0.0

    @property
    def _rows(self) -> Any:
        from workflow_editor.models import SignInCount

        return SignInCount.objects

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return caches["throttles"].add(key, value, timeout, version)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        found = self._rows.filter(pk=self.make_key(key, version), expires_at__gt=timezone.now())
        return found.values_list("tries", flat=True).first() or default

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        now = timezone.now()
        self._sweep(now)
        defaults = {"tries": value, "expires_at": now + timedelta(seconds=float(timeout))}
        self._rows.update_or_create(pk=self.make_key(key, version), defaults=defaults)

    def delete(self, key: Any, version: int | None = None) -> bool:
        return caches["throttles"].delete(key, version) or bool(
            self._rows.filter(pk=self.make_key(key, version)).delete()[0]
        )

    def clear(self) -> None:
        self._rows.all().delete()

    def _sweep(self, now: datetime) -> None:
        if time.monotonic() - self._swept_at >= SWEEP_EVERY_S:
            self._swept_at = time.monotonic()
            self._rows.filter(expires_at__lte=now).delete()
