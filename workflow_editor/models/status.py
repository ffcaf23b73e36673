"""The status words of runs and node runs."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Status(models.TextChoices):
    """`queued running waiting` are open; the others are final."""

    QUEUED = "queued", _("Queued")
    RUNNING = "running", _("Running")
    WAITING = "waiting", _("Waiting")
    SUCCEEDED = "succeeded", _("Succeeded")
    FAILED = "failed", _("Failed")
    CANCELLED = "cancelled", _("Cancelled")
    SKIPPED = "skipped", _("Skipped")


OPEN_STATUSES = (Status.QUEUED, Status.RUNNING, Status.WAITING)
