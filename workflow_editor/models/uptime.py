"""Running time of this installation."""

from django.db import models


class Uptime(models.Model):
    """One row: seconds during which a process ran and a duration was pending, counted monotonically
    (`services.runs.waits.uptime`).
    """

    ROW = 1

    id = models.PositiveSmallIntegerField(primary_key=True, default=ROW)
    seconds = models.FloatField(default=0)

    def __str__(self) -> str:
        return f"{self.seconds:.0f} s"
