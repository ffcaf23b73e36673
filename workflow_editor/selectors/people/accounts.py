"""Reads of people and their tokens."""

from django.contrib.auth.models import User
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from workflow_editor.models import ApiToken, UserPreferences, Workflow
from workflow_editor.selectors.access import users_who_may_run


def setup_required() -> bool:
    """Return True until the first user exists."""
    return not User.objects.exists()


def role_names(user: User) -> list[str]:
    """Return the names of the user's roles (groups), sorted."""
    return sorted(user.groups.values_list("name", flat=True))


def preferences_of(user: User) -> UserPreferences:
    """Return what the person has chosen, else the defaults in a row that is not stored."""
    return UserPreferences.objects.filter(user=user).first() or UserPreferences(user=user)


def token_list(user: User) -> QuerySet[ApiToken]:
    return ApiToken.objects.filter(user=user).select_related("workflow")


def tokens_starting(workflow: Workflow) -> QuerySet[ApiToken]:
    """Return the tokens in force that may start the workflow, of all who may run it; those for it alone first."""
    in_force = Q(expires_at=None) | Q(expires_at__gt=timezone.now())
    reach = Q(workflow=workflow) | Q(workflow=None, scopes__icontains=f'"{ApiToken.Scope.API}"')
    tokens = ApiToken.objects.filter(in_force, reach, user__in=users_who_may_run(workflow), read_only=False)
    return tokens.order_by(F("workflow").asc(nulls_last=True), "name")
