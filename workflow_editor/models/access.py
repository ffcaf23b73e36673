"""Who may enter: members of a workflow, API tokens, and the link that makes the first administrator."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from workflow_editor.models.workflow import Workflow


class WorkflowMember(models.Model):
    """A person beside the owner who may see (viewer) or also change and run (editor) a workflow."""

    class Role(models.TextChoices):
        EDITOR = "editor", _("Editor")
        VIEWER = "viewer", _("Viewer")

    workflow = models.ForeignKey(Workflow, verbose_name=_("workflow"), on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("user"), on_delete=models.CASCADE, related_name="+"
    )
    role = models.CharField(_("access"), max_length=10, choices=Role.choices, default=Role.VIEWER)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("member")
        verbose_name_plural = _("members")
        constraints = (models.UniqueConstraint(fields=["workflow", "user"], name="workflow_member_once"),)

    def __str__(self) -> str:
        return f"{self.user} ({self.get_role_display()})"


def default_scopes() -> list[str]:
    return [ApiToken.Scope.API.value]


class ApiToken(models.Model):
    """A key for programs. Only the SHA-256 of the token is kept; `prefix` helps its owner to recognise it."""

    class Scope(models.TextChoices):
        API = "api", _("The interface for programs (/api/)")
        MCP = "mcp", _("Calling what is offered over MCP (/mcp/)")
        CHAT = "chat", _("Talking to agents as an OpenAI-compatible service (/v1/)")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("user"), on_delete=models.CASCADE, related_name="+"
    )
    name = models.CharField(_("name"), max_length=120)
    prefix = models.CharField(_("prefix"), max_length=16)
    token_hash = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(_("scopes"), default=default_scopes)
    """Values of `Scope`: what the token opens."""
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True)

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
        ordering = ("-created_at", "-id")

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"


class SetupLink(models.Model):
    """The one-time link that creates the first administrator; only the SHA-256 of its token is kept."""

    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("set-up link")
        verbose_name_plural = _("set-up links")

    def __str__(self) -> str:
        return f"set-up link of {self.created_at:%Y-%m-%d %H:%M}"
