"""Snapshots of a graph; every run points to one."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

from tools.models.owned import Created, person
from workflow_editor.models.workflow import Workflow


class WorkflowVersion(Created):
    """A graph as it was, addressed by the hash of its content.

    `number` counts published versions from 1; snapshots for runs have none. `name` and `note` of a published version
    may change.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    workflow = models.ForeignKey(
        Workflow, verbose_name=_("workflow"), on_delete=models.CASCADE, related_name="versions"
    )
    number = models.PositiveIntegerField(_("number"), null=True, blank=True)
    name = models.CharField(_("name"), max_length=120, blank=True, default="", db_default="")
    note = models.TextField(_("note"), max_length=4000, blank=True, default="", db_default="")
    content_hash = models.CharField(max_length=64)
    document = models.JSONField()
    created_by = person(_("created by"))

    class Meta:
        verbose_name = _("version")
        verbose_name_plural = _("versions")
        ordering = ("-created_at", "-number")
        constraints = (
            models.UniqueConstraint(fields=["workflow", "number"], name="version_number_once"),
            models.UniqueConstraint(
                fields=["workflow", "content_hash"],
                condition=models.Q(number__isnull=True),
                name="version_snapshot_once",
            ),
        )

    def __str__(self) -> str:
        return f"version {self.number}" if self.number else f"snapshot {self.content_hash[:12]}"
