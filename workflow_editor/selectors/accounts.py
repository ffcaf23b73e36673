"""Reads of people and their tokens."""

from django.contrib.auth.models import User
from django.db.models import QuerySet

from workflow_editor.models import ApiToken, UserPreferences


def setup_required() -> bool:
    """True until the first user exists."""
    return not User.objects.exists()


def role_names(user: User) -> list[str]:
    """Return the names of the user's roles (groups), sorted."""
    return sorted(user.groups.values_list("name", flat=True))


def preferences_of(user: User) -> UserPreferences:
    """Return what the person has chosen, else the defaults in a row that is not stored."""
    return UserPreferences.objects.filter(user=user).first() or UserPreferences(user=user)


def token_list(user: User) -> QuerySet[ApiToken]:
    return ApiToken.objects.filter(user=user).select_related("workflow")
