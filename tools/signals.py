"""Raises the revision of the permission table with everything that changes what a rule says."""

from typing import Any

from django.contrib.auth.models import Group
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver

from tools.models import PolicyRevision, ToolPolicy


@receiver([post_save, post_delete], sender=ToolPolicy)
@receiver(post_save, sender=Group)  # rules know roles by name; a deleted group takes its rules along
def rules_changed(sender: Any, **kwargs: Any) -> None:
    PolicyRevision.bump()
