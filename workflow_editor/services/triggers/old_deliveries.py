"""Deletes what arrived at triggers once it is old."""

from datetime import datetime, timedelta

from workflow_editor.models import TriggerDelivery

DELIVERIES_KEPT = timedelta(days=30)
"""Longer than any sender repeats a delivery."""


def deliveries_prune(now: datetime, *, batch: int) -> int:
    """Delete at most `batch` deliveries older than any sender's retries, except waiting ones; return the number."""
    old = TriggerDelivery.objects.filter(arrived_at__lt=now - DELIVERIES_KEPT)
    old = old.exclude(status=TriggerDelivery.Status.WAITING).order_by("arrived_at")
    ids = list(old.values_list("pk", flat=True)[:batch])
    TriggerDelivery.objects.filter(pk__in=ids).delete()
    return len(ids)
