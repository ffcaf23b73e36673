"""One-time account links: the first administrator's, invitations, and new passwords.

The maker of a link never learns the chosen password.
"""

import secrets
from collections.abc import Iterable
from datetime import timedelta

from django.contrib.auth.models import Group, User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from workflow_editor.errors import ForbiddenError, InvalidInputError, NotFoundError
from workflow_editor.models import AccountLink
from workflow_editor.services.tokens import token_hash, tokens_end

Purpose = AccountLink.Purpose
LINK_LASTS = timedelta(days=7)


@transaction.atomic
def setup_link_create() -> str:
    """Return the token of a new link for the first administrator; unused older ones stop working."""
    AccountLink.objects.filter(purpose=Purpose.FIRST_ADMINISTRATOR, used_at__isnull=True).delete()
    raw, hashed = _new_token()
    AccountLink.objects.create(purpose=Purpose.FIRST_ADMINISTRATOR, token_hash=hashed)
    return raw


@transaction.atomic
def invitation_create(
    by: User, *, note: str = "", roles: Iterable[Group] = (), is_staff: bool = False, lasts: timedelta = LINK_LASTS
) -> tuple[AccountLink, str]:
    """Make a link with which somebody makes an account of these roles; return it with its token."""
    raw, hashed = _new_token()
    link = AccountLink.objects.create(
        purpose=Purpose.INVITATION,
        token_hash=hashed,
        note=note,
        is_staff=is_staff,
        created_by=by,
        expires_at=timezone.now() + lasts,
    )
    link.roles.set(roles)
    return link, raw


@transaction.atomic
def password_reset_create(by: User | None, user: User, *, lasts: timedelta = LINK_LASTS) -> tuple[AccountLink, str]:
    """Make a link to choose a new password, revoking earlier ones for this person by the same maker.

    `by` is the administrator; None for a link mailed on request, which revokes nobody else's.
    """
    _open_resets(user).filter(created_by=by).delete()
    raw, hashed = _new_token()
    link = AccountLink.objects.create(
        purpose=Purpose.PASSWORD_RESET,
        token_hash=hashed,
        user=user,
        created_by=by,
        expires_at=timezone.now() + lasts,
    )
    return link, raw


@transaction.atomic
def account_link_revoke(link_id: int) -> None:
    """Delete a link that was not used. Raises NotFoundError if there is none."""
    link = AccountLink.objects.filter(pk=link_id, used_at=None).first()
    if link is None:
        raise NotFoundError("This link no longer exists.")
    link.delete()


def account_link_find(raw: str) -> AccountLink:
    """Return the open link of this token.

    Raises ForbiddenError: `setup_closed` if it is unknown, used, revoked or expired, or the first administrator's after
    setup; `setup_link_replaced` if the server has printed a newer one.
    """
    return _open_link(raw, AccountLink.objects.all())


@transaction.atomic
def account_link_redeem(
    *, token: str, username: str = "", email: str = "", password: str, end_tokens: bool = False
) -> User:
    """Make the account, or set the new password, which ends all sessions; the link works once.

    `username` and `email` are for new accounts; `end_tokens` also ends API tokens.
    Raises:
        ForbiddenError: as `account_link_find`.
        InvalidInputError: malformed or taken user name, or a weak password. The link stays valid.
    """
    link = _open_link(token, AccountLink.objects.select_for_update())
    user = link.user or _new_user(link, username, email)
    is_new = user.pk is None
    _check(user, password)
    user.set_password(password)
    # Hashing takes a while; rights that were taken away meanwhile stay away.
    user.save(update_fields=None if is_new else ["password"])
    user.groups.add(*link.roles.all())
    link.used_at = timezone.now()
    link.save(update_fields=["used_at"])
    mailed_links_end(user)
    if end_tokens:
        tokens_end(user)
    return user


@transaction.atomic
def account_email_change(user: User, email: str) -> None:
    """Change where links to a new password are mailed; those that went to the old address stop working."""
    user.email = User.objects.normalize_email(email)
    user.save(update_fields=["email"])
    mailed_links_end(user)


def mailed_links_end(user: User) -> None:
    """End the links that were mailed to somebody and not used: their password or address is another one now."""
    _open_resets(user).filter(created_by=None).delete()


def account_links_end(**which: User) -> None:
    """End the unused links with this `user`, who would get a new password, or `created_by`, their maker."""
    AccountLink.objects.filter(used_at=None, **which).delete()


def _open_resets(user: User) -> QuerySet[AccountLink]:
    return AccountLink.objects.filter(purpose=Purpose.PASSWORD_RESET, user=user, used_at__isnull=True)


def _open_link(raw: str, links: QuerySet[AccountLink]) -> AccountLink:
    is_fresh = Q(expires_at__isnull=True) | Q(expires_at__gt=timezone.now())
    link = links.filter(is_fresh, token_hash=token_hash(raw), used_at__isnull=True).first()
    is_closed = link is None or (
        User.objects.exists()
        if link.purpose == Purpose.FIRST_ADMINISTRATOR
        else (link.user is not None and not link.user.is_active) or not _may_still_invite(link.created_by)
    )
    if link is None or is_closed:
        code = "setup_closed" if User.objects.exists() else "setup_link_replaced"
        raise ForbiddenError("This link cannot be used.", code=code)
    return link


def _may_still_invite(maker: User | None) -> bool:
    """Return True for who is in charge of accounts, and for links that nobody made: the server mailed them."""
    return maker is None or (maker.is_active and maker.is_superuser)


def _new_user(link: AccountLink, username: str, email: str) -> User:
    is_first = link.purpose == Purpose.FIRST_ADMINISTRATOR
    name = User.normalize_username(username)
    address = User.objects.normalize_email(email)
    return User(username=name, email=address, is_staff=is_first or link.is_staff, is_superuser=is_first)


def username_errors(user: User, *, is_new_name: bool) -> list[dict[str, str]]:
    """Return what is wrong with an account's name; a new one must differ from all others in more than case."""
    try:
        user.full_clean(exclude=["password"])
    except ValidationError as error:
        texts = [_username_text(field, one) for field, found in error.error_dict.items() for one in found]
        return [{"pointer": "/username", "code": "invalid", "message": text} for text in texts]
    if is_new_name and User.objects.filter(username__iexact=user.username).exclude(pk=user.pk).exists():
        message = User._meta.get_field("username").error_messages["unique"]
        return [{"pointer": "/username", "code": "unique", "message": str(message)}]
    return []


def _username_text(field: str, error: ValidationError) -> str:
    """Return the message of a wrong field; for characters of a name, the sentence that repeats the hint of the form."""
    if field == "username" and error.code == "invalid":
        return gettext("Use only letters, digits and . _ - @ + without spaces.")
    return str(error.messages[0])


def _check(user: User, password: str) -> None:
    errors = username_errors(user, is_new_name=not user.pk)
    try:
        validate_password(password, user)
    except ValidationError as error:
        errors += [{"pointer": "/password", "code": "weak", "message": text} for text in error.messages]
    if errors:
        raise InvalidInputError("The account cannot be created.", details={"errors": errors})


def _new_token() -> tuple[str, str]:
    raw = secrets.token_urlsafe(32)
    return raw, token_hash(raw)
