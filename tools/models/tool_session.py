"""Explicit sessions of stateful tools."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tools.core.definitions import JsonObject
from tools.models.ciphertext import CiphertextField
from tools.models.owned import Created, Owned
from tools.models.tool_config import ToolConfig
from tools.secrets import encryption as secrets


class ToolSession(Owned, Created):
    """State shared by one person's calls of one tool, until it is destroyed or nobody has used it for a while.

    Ids are `<resource>_<user>_<counter>[_<name>]_<8 hex digits>`. Temporary sessions have no row.
    """

    id = models.CharField(primary_key=True, max_length=120, editable=False)
    resource_type = models.CharField(_("resource"), max_length=20)
    tool = models.ForeignKey(ToolConfig, verbose_name=_("tool"), on_delete=models.CASCADE, related_name="+")
    name = models.CharField(_("name"), max_length=32, blank=True)
    ciphertext = CiphertextField(editable=False, blank=True)
    """State of the session, encrypted because cookies are keys."""
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
