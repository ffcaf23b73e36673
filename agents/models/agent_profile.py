"""Saved agents."""

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from agents.profiles.document import MAX_SLUG, AgentDocument
from tools.models.owned import Timed


class AgentProfile(Timed):
    """One agent: model, prompts, tools and limits.

    `document` is an `agents.profiles.document.AgentDocument`; its name, slug and description are copied to the row for
    lists. `revision` counts changes for optimistic locking.
    """

    id = models.UUIDField(_("ID"), primary_key=True, default=uuid.uuid4, editable=False)
    slug = models.SlugField(_("slug"), max_length=MAX_SLUG, unique=True, allow_unicode=True)
    name = models.CharField(_("name"), max_length=120)
    description = models.TextField(_("description"), blank=True)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("owner"), on_delete=models.PROTECT, related_name="+"
    )
    document = models.JSONField(_("profile"), default=dict)
    revision = models.PositiveIntegerField(_("revision"), default=1)

    class Meta:
        verbose_name = _("agent")
        verbose_name_plural = _("agents")
        ordering = ("-updated_at", "-id")
        indexes = (models.Index(fields=["owner", "-updated_at"], name="agent_owner_updated"),)

    def __str__(self) -> str:
        return self.name

    @property
    def profile(self) -> AgentDocument:
        return AgentDocument.read(self.document)
