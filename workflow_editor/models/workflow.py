"""The thing that people edit."""

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

MAX_FOLDER = 120
"""Characters of a whole path."""


class Workflow(models.Model):
    """A graph with a name and an owner.

    `revision` counts saved batches of operations; an edit names the one it started from. `content_hash` is of the saved
    graph, for comparison with the published one. `settings` is a `workflow_editor.engine.limits.WorkflowLimits`; run
    limits are copied into each run. `folder` is a path such as `Sales/Leads`, empty for none; folders exist while they
    contain workflows.
    """

    id = models.UUIDField(_("ID"), primary_key=True, default=uuid.uuid4, editable=False)
    slug = models.SlugField(_("slug"), max_length=120, unique=True, allow_unicode=True)
    name = models.CharField(_("name"), max_length=120)
    description = models.TextField(_("description"), blank=True)
    folder = models.CharField(max_length=MAX_FOLDER, blank=True, default="", db_default="")
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("owner"), on_delete=models.PROTECT, related_name="+"
    )
    revision = models.PositiveIntegerField(_("revision"), default=0)
    content_hash = models.CharField(max_length=64, editable=False, default="", db_default="")
    settings = models.JSONField(_("limits"), default=dict, blank=True)
    offered_over_mcp = models.BooleanField(
        _("offered over MCP"),
        default=False,
        db_default=False,
        help_text=_("Other agents may call it at /mcp/, within the rights of their token."),
    )
    agent = models.OneToOneField(
        "agents.AgentProfile",
        verbose_name=_("agent"),
        null=True,
        blank=True,
        editable=False,
        on_delete=models.CASCADE,
        related_name="+",
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    updated_at = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("workflow")
        verbose_name_plural = _("workflows")
        ordering = ("-updated_at", "-id")
        indexes = (models.Index(fields=["owner", "-updated_at"], name="workflow_owner_updated"),)

    def __str__(self) -> str:
        return self.name
