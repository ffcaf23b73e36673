"""The status words of runs and node runs."""

from django.db import models
from django.db.models.expressions import RawSQL
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

OPEN_WORDS = [RawSQL(f"'{status.value}'", ()) for status in OPEN_STATUSES]  # noqa: S611  words of our own
"""The same as literals for `status__in`: SQLite uses a partial index only if the values are in the statement."""
