"""A person's preferences, stored on the server."""

from django.conf import settings
from django.db import models

from workflow_editor.models.ids import uuid7


class UserPreferences(models.Model):
    """One person's choices; without a row, the defaults hold. `language` is what their screens were last shown in."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="preferences")
    language = models.CharField(max_length=16, blank=True, default="")
    mail_on_mention = models.BooleanField(default=True)

    def __str__(self) -> str:
        return str(self.user)
