"""Data owners readable by a person: themselves, and those opened by emergency access."""

from collections.abc import Sequence
from datetime import timedelta

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils import timezone

from tools.core.workflow_scope import only_workflow
from tools.models import EmergencyAccess

_SHOWN_FOR = timedelta(days=30)


def readable_owners(user: User) -> Sequence[int]:
    """Return the owners (ids) of files, tables, articles and documents that the user may read, for people only, not
    runs.
    """
    if not user.is_superuser or only_workflow(user) is not None:
        return [user.pk]
    opened = EmergencyAccess.objects.filter(by=user, ends_at__gt=timezone.now())
    return [user.pk, *opened.values_list("owner_id", flat=True)]


def emergency_accesses_to(owner: User) -> QuerySet[EmergencyAccess]:
    """Return the acts that the person is shown: those that are open, and those that ended in the last 30 days."""
    rows = EmergencyAccess.objects.select_related("by")
    return rows.filter(owner=owner, ends_at__gt=timezone.now() - _SHOWN_FOR)
