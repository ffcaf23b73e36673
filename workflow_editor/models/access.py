"""Who may enter: members of a workflow, API tokens, and the link that makes the first administrator."""

from django.conf import settings
from django.db import models

from workflow_editor.models.workflow import Workflow


class WorkflowMember(models.Model):
    """A person beside the owner who may see (viewer) or also change and run (editor) a workflow."""

    class Role(models.TextChoices):
        EDITOR = "editor", "editor"
        VIEWER = "viewer", "viewer"

    workflow = models.ForeignKey(Workflow, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.VIEWER)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["workflow", "user"], name="workflow_member_once"),)

    def __str__(self) -> str:
        return f"{self.user} ({self.role})"


class ApiToken(models.Model):
    """A key for programs. Only the SHA-256 of the token is kept; `prefix` helps its owner to recognise it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=120)
    prefix = models.CharField(max_length=16)
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-created_at", "-id")

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"


class SetupLink(models.Model):
    """The one-time link that creates the first administrator; only the SHA-256 of its token is kept."""

    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"set-up link of {self.created_at:%Y-%m-%d %H:%M}"
