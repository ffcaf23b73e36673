"""Access: members of a workflow, API tokens, and one-time account links."""

from django.conf import settings
from django.contrib.auth.models import Group
from django.db import models
from django.utils.translation import gettext_lazy as _

from tools.models.owned import Created
from workflow_editor.models.workflow import Workflow


class WorkflowMember(Created):
    """A person beside the owner who may see (viewer) or also change and run (editor) a workflow.

    The owner needs no consent: until the person adds the workflow, it is read-only and in none of their lists.
    """

    class Role(models.TextChoices):
        EDITOR = "editor", _("Editor")
        VIEWER = "viewer", _("Viewer")

    workflow = models.ForeignKey(Workflow, verbose_name=_("workflow"), on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("user"), on_delete=models.CASCADE, related_name="+"
    )
    role = models.CharField(_("access"), max_length=10, choices=Role.choices, default=Role.VIEWER)
    taken_up_at = models.DateTimeField(_("taken up"), null=True, editable=False)
    """None: listed under "Shared with me" only."""

    class Meta:
        verbose_name = _("member")
        verbose_name_plural = _("members")
        constraints = (models.UniqueConstraint(fields=["workflow", "user"], name="workflow_member_once"),)

    def __str__(self) -> str:
        return f"{self.user} ({self.get_role_display()})"


def default_scopes() -> list[str]:
    return [ApiToken.Scope.API.value]


class ApiToken(Created):
    """A key for programs. Only the SHA-256 of the token is kept; `prefix` helps its owner to recognise it."""

    class Scope(models.TextChoices):
        API = "api", _("HTTP API (/api/)")
        MCP = "mcp", _("Calling tools offered over MCP (/mcp/)")
        CHAT = "chat", _("Talking to agents as an OpenAI-compatible service (/v1/)")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("user"), on_delete=models.CASCADE, related_name="+"
    )
    name = models.CharField(_("name"), max_length=120)
    prefix = models.CharField(_("prefix"), max_length=16)
    token_hash = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(_("scopes"), default=default_scopes)
    """Values of `Scope`: what the token opens."""
    read_only = models.BooleanField(_("read-only"), default=False)
    workflow = models.ForeignKey(
        Workflow, verbose_name=_("workflow"), on_delete=models.CASCADE, null=True, related_name="+"
    )
    """The only workflow that the token runs and reads; None: whatever its owner may."""
    expires_at = models.DateTimeField(_("expires"), null=True)
    """None: only when somebody ends it."""
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True)

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
        ordering = ("-created_at", "-id")

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"


class AccountLink(Created):
    """A one-time link that makes an account or gives one a new password; only the SHA-256 of its token is kept."""

    class Purpose(models.TextChoices):
        FIRST_ADMINISTRATOR = "first_administrator", _("First administrator")
        INVITATION = "invitation", _("Invitation")
        PASSWORD_RESET = "password_reset", _("New password")

    purpose = models.CharField(_("purpose"), max_length=20, choices=Purpose.choices)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    note = models.CharField(
        _("invited user"), max_length=120, blank=True, help_text=_("Helps you recognise the invitation.")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("user"),
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="+",
    )
    """Person who gets a new password; None for links that make an account."""
    roles = models.ManyToManyField(Group, verbose_name=_("Roles"), blank=True, related_name="+")
    is_staff = models.BooleanField(_("staff status"), default=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("created by"), on_delete=models.CASCADE, null=True, related_name="+"
    )
    expires_at = models.DateTimeField(_("expires"), null=True)
    """None only for the first administrator's: the server prints it at every start, for a new token."""
    used_at = models.DateTimeField(_("used"), null=True, blank=True)

    class Meta:
        verbose_name = _("account link")
        verbose_name_plural = _("account links")
        ordering = ("-created_at", "-id")

    def __str__(self) -> str:
        return f"{self.get_purpose_display()} {self.note or self.user or ''}".strip()
