"""Changes of other people's accounts by a superuser; departure is in `services.leaving`."""

from collections.abc import Sequence

from django.contrib.auth.models import Group, User
from django.db import transaction

from tools.core.text import Text
from workflow_editor.errors import ConflictError, ForbiddenError, InvalidInputError
from workflow_editor.services.account_links import account_email_change, account_links_end, username_errors

_NO_ROLE = Text("One of these roles no longer exists. Reload the page.")
_OWN_RIGHTS = Text("You cannot give up your own administration. Ask another administrator.")
_NO_ADMINISTRATOR = Text("You no longer administer people. Ask another administrator.")


def administrator_check(by: User) -> None:
    """Check that `by` administers people now, and keep it so until the caller's transaction ends.

    Two administrators who remove each other come one after the other, so one is left. Raises ForbiddenError.
    """
    administrators = User.objects.select_for_update().filter(is_active=True, is_superuser=True).order_by("pk")
    if by.pk not in [one.pk for one in administrators]:
        raise ForbiddenError(_NO_ADMINISTRATOR, code="staff_only")


def roles_get(role_ids: Sequence[int]) -> list[Group]:
    """Return roles by their ids. Raises InvalidInputError if one does not exist."""
    roles = list(Group.objects.filter(pk__in=role_ids))
    if len(roles) != len(set(role_ids)):
        raise InvalidInputError.at("/role_ids", "unknown_role", _NO_ROLE)
    return roles


@transaction.atomic
def person_change(
    person: User,
    *,
    by: User,
    username: str | None = None,
    email: str | None = None,
    role_ids: Sequence[int] | None = None,
    is_staff: bool | None = None,
    is_superuser: bool | None = None,
) -> None:
    """Change what is given of a person's account.

    Raises:
        ConflictError: `by` would take the right to manage people from themselves.
        ForbiddenError: `by` has lost that right.
        InvalidInputError: malformed or taken user name, or an unknown role.
    """
    administrator_check(by)
    if person.pk == by.pk and is_superuser is False:
        raise ConflictError(_OWN_RIGHTS)
    is_new_name = username is not None and username != person.username
    changes = {"username": username, "is_staff": is_staff, "is_superuser": is_superuser}
    given = {name: value for name, value in changes.items() if value is not None}
    for name, value in given.items():
        setattr(person, name, value)
    if is_new_name and (errors := username_errors(person, is_new_name=True)):
        raise InvalidInputError("The account cannot be changed.", details={"errors": errors})
    if given:
        person.save(update_fields=[*given])
    if is_superuser is False:
        account_links_end(created_by=person)
    if email is not None:
        account_email_change(person, email)
    if role_ids is not None:
        person.groups.set(roles_get(role_ids))


@transaction.atomic
def person_return(person: User) -> None:
    """Open a closed account again; what was paused or ended stays so."""
    person.is_active = True
    person.save(update_fields=["is_active"])
