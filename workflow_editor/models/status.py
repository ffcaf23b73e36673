"""The status words of runs and node runs."""

from django.db import models


class Status(models.TextChoices):
    """`queued running waiting` are open; the others are final."""

    QUEUED = "queued", "queued"
    RUNNING = "running", "running"
    WAITING = "waiting", "waiting"
    SUCCEEDED = "succeeded", "succeeded"
    FAILED = "failed", "failed"
    CANCELLED = "cancelled", "cancelled"
    SKIPPED = "skipped", "skipped"


OPEN_STATUSES = (Status.QUEUED, Status.RUNNING, Status.WAITING)
