"""Names of functions that people's other agents have in their settings."""

from django.conf import settings
from django.db import models


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
