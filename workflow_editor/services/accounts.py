"""People: the first administrator."""

from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from workflow_editor.errors import ForbiddenError, InvalidInputError
from workflow_editor.models import SetupLink
from workflow_editor.services.tokens import token_hash


@transaction.atomic
def first_admin_create(*, token: str, username: str, password: str) -> User:
    """Create the first administrator with the one-time link that the server printed.

    Raises:
        ForbiddenError: (`setup_closed`) the link is unknown or used, or somebody exists already.
        InvalidInputError: the user name is malformed or the password too weak.
    """
    link = SetupLink.objects.select_for_update().filter(token_hash=token_hash(token), used_at__isnull=True).first()
    if link is None or User.objects.exists():
        raise ForbiddenError("This link cannot be used.", code="setup_closed")
    user = User(username=username, is_staff=True, is_superuser=True)
    _check(user, password)
    user.set_password(password)
    user.save()
    link.used_at = timezone.now()
    link.save(update_fields=["used_at"])
    return user


def _check(user: User, password: str) -> None:
    errors = []
    try:
        user.clean_fields(exclude=["password"])
    except ValidationError as error:
        errors += [{"pointer": "/username", "code": "invalid", "message": text} for text in error.messages]
    try:
        validate_password(password, user)
    except ValidationError as error:
        errors += [{"pointer": "/password", "code": "weak", "message": text} for text in error.messages]
    if errors:
        raise InvalidInputError("The account cannot be created.", details={"errors": errors})
