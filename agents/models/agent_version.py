"""Versions of agents."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from agents.models.agent_profile import AgentProfile
from tools.models.owned import Created


class AgentVersion(Created):
    """An agent's profile at one moment, which never changes; its note does.

    Stored on request, and at the first conversation after a change.
    """

    agent = models.ForeignKey(
        AgentProfile, verbose_name=_("agent"), on_delete=models.CASCADE, related_name="versions", db_index=False
    )
    number = models.PositiveIntegerField(_("number"))
    document = models.JSONField(_("profile"))
    note = models.CharField(_("note"), max_length=200, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("created by"), null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        verbose_name = _("version of an agent")
        verbose_name_plural = _("versions of agents")
        ordering = ("-number",)
        constraints = (models.UniqueConstraint(fields=["agent", "number"], name="agent_version_number"),)

    def __str__(self) -> str:
        return f"{self.number} {self.note}".strip()
