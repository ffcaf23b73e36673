"""Configured tools: what a person filled in once, so that a model can call it many times."""

import uuid

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from tools.core.definitions import JsonObject
from tools.core.tool_id import ToolId, ToolKind
from tools.forms.config_forms import config_problems, is_known_type, put_tool_secrets, take_tool_secrets
from tools.models.credential import Credential
from tools.models.owned import Shareable, Timed


class ToolConfig(Shareable, Timed):
    """One tool of a UI type. `config` is camelCase JSON with gaps for the secrets, which are in the credential."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    type = models.CharField(_("type"), max_length=100)
    name = models.CharField(_("name"), max_length=200)
    description = models.TextField(_("description"), max_length=1024, blank=True)
    enabled = models.BooleanField(_("enabled"), default=True)
    config = models.JSONField(_("settings"), default=dict, blank=True)
    credential = models.ForeignKey(
        Credential, verbose_name=_("credential"), on_delete=models.RESTRICT, null=True, blank=True, related_name="+"
    )
    shared = models.BooleanField(_("shared"), default=False, help_text=_("Everyone can use it in their workflows."))
    offered_over_mcp = models.BooleanField(
        _("offered over MCP"),
        default=False,
        db_default=False,
        help_text=_("Other agents may call it at /mcp/, within the rights of their token."),
    )

    class Meta:
        verbose_name = _("configured tool")
        verbose_name_plural = _("configured tools")
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return self.name

    @property
    def tool_id(self) -> ToolId:
        """The id under which nodes, rules and the audit log know this tool."""
        return ToolId.of(ToolKind.TOOL, self.id)

    def secret_values(self) -> JsonObject:
        """Decrypt the secrets, by name. Raises ToolConfigurationError if no key of this installation fits."""
        return self.credential.values() if self.credential else {}

    def full_config(self) -> JsonObject:
        """Return the settings with secrets, for executors. Raises ToolConfigurationError, as `secret_values`."""
        return put_tool_secrets(self.type, self.config, self.secret_values())

    def clean(self) -> None:
        """Check type and settings against the executor's Config; errors carry `params["pointer"]` (`/config/url`)."""
        if not isinstance(self.config, dict):
            raise ValidationError({"config": ValidationError(_("The settings must be an object."), code="invalid")})
        if not is_known_type(self.type):
            raise ValidationError({"type": ValidationError(_("This tool type does not exist."), code="unknown_type")})
        if take_tool_secrets(self.type, self.config)[1]:
            raise ValidationError({"config": ValidationError(_("Secret fields do not belong here."), code="secret")})
        problems = config_problems(self.type, self.full_config())
        if problems:
            raise ValidationError({"config": problems})
