"""Rows about people: preferences, tries to sign in, and names of the functions in their other agents' settings."""

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


class SignInCount(models.Model):
    """Times of the latest tries of one kind by one address, name or person: rows, so that no restart forgets them."""

    key = models.CharField(max_length=200, primary_key=True)
    """Made by `adapters.caches.throttles.hashed_key`: names nobody."""
    tries = models.JSONField()
    expires_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.key


class OfferedName(models.Model):
    """Name under which a person was offered a tool over MCP: it means that tool for good, also after its end."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    tool_id = models.CharField(max_length=300)
    name = models.CharField(max_length=64)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["user", "tool_id"], name="offered_name_of_tool_once"),
            models.UniqueConstraint(fields=["user", "name"], name="offered_name_once"),
        )

    def __str__(self) -> str:
        return self.name
