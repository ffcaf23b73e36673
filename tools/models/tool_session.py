"""Explicit sessions of stateful tools."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tools.core.definitions import JsonObject
from tools.models.ciphertext import CiphertextField
from tools.models.tool_config import ToolConfig
from tools.secrets import encryption as secrets


class ToolSession(models.Model):
    """State shared by one person's calls of a tool, until it is destroyed or expires unused.

    Ids are `<resource>_<user>_<counter>[_<name>]_<8 hex digits>`. Temporary sessions have no row.
    """

    id = models.CharField(primary_key=True, max_length=120, editable=False)
    resource_type = models.CharField(_("resource"), max_length=20)
    tool = models.ForeignKey(ToolConfig, verbose_name=_("tool"), on_delete=models.CASCADE, related_name="+")
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("owner"), on_delete=models.CASCADE, related_name="+"
    )
    name = models.CharField(_("name"), max_length=32, blank=True)
    ciphertext = CiphertextField(editable=False, blank=True)
    """Session state, encrypted, since cookies are keys."""
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    last_activity_at = models.DateTimeField(_("last used"))
    expires_at = models.DateTimeField(_("expires"), db_index=True)

    class Meta:
        verbose_name = _("tool session")
        verbose_name_plural = _("tool sessions")
        ordering = ["-created_at", "id"]
        constraints = (models.UniqueConstraint(fields=["owner", "tool", "name"], name="tool_session_once"),)

    def __str__(self) -> str:
        return self.id

    def remembered(self) -> JsonObject:
        """Decrypt the session state. Raises ToolConfigurationError if no key of this installation fits."""
        return secrets.decrypt(self.ciphertext) if self.ciphertext else {}
