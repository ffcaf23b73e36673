"""Changes what a person has chosen for themselves."""

from typing import Any

from django.contrib.auth.models import User

from workflow_editor.models import UserPreferences


def preferences_update(user: User, **changes: Any) -> None:
    """Set some of the person's choices, by the names of the columns."""
    UserPreferences.objects.update_or_create(user=user, defaults=changes)
