"""How long this installation has run, as far as anything depends on it."""

from django.db import models


class Uptime(models.Model):
    """One row: seconds that passed while a process ran and something waited for a duration.

    Heartbeats count them (`services.runs.waits.uptime`) by a clock that nobody sets; they stand still in between.
    """

    ROW = 1

    id = models.PositiveSmallIntegerField(primary_key=True, default=ROW)
    seconds = models.FloatField(default=0)

    def __str__(self) -> str:
        return f"{self.seconds:.0f} s"
