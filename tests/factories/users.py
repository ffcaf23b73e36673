"""People."""

from django.contrib.auth.models import Group, User

PASSWORD = "correct-horse-battery"


def user_create(username: str, *, is_staff: bool = False, roles: tuple[str, ...] = ()) -> User:
    """Make a user with `PASSWORD`; staff are superusers too."""
    user = User.objects.create_user(username, password=PASSWORD, is_staff=is_staff, is_superuser=is_staff)
    user.groups.set([Group.objects.get_or_create(name=role)[0] for role in roles])
    return user
