"""Daily upload volume per person."""

from django.conf import settings
from django.db import models


class UploadDay(models.Model):
    """The last day on which a person uploaded something; what has been deleted since still counts."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="+")
    day = models.DateField()
    """In UTC."""
    bytes = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.user_id} {self.day}"
