"""The thing that people edit."""

import uuid

from django.conf import settings
from django.db import models


class Workflow(models.Model):
    """A graph with a name and an owner.

    `revision` counts saved batches of graph operations; an edit names the revision it started from.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    slug = models.SlugField(max_length=120, unique=True, allow_unicode=True)
    name = models.CharField(max_length=120)
    description = models.TextField(blank=True)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    revision = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ("-updated_at", "-id")
        indexes = (models.Index(fields=["owner", "-updated_at"], name="workflow_owner_updated"),)

    def __str__(self) -> str:
        return self.name
