"""API tokens: shown once, kept as a hash."""

import hashlib
import secrets
from collections.abc import Iterable
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from tools.definitions import Text
from tools.rows.reader import read_row
from workflow_editor.errors import ForbiddenError, NotFoundError
from workflow_editor.models import ApiToken

MARK = "flw_"
_SHOWN_CHARACTERS = 12
_SEEN_EVERY = timedelta(minutes=1)


def token_hash(raw: str) -> str:
    """Return the form in which a secret token is stored: long random text needs no slow hash."""
    return hashlib.sha256(raw.encode()).hexdigest()


@transaction.atomic
def token_create(user: User, *, name: str, scopes: Iterable[str] = (ApiToken.Scope.API.value,)) -> tuple[ApiToken, str]:
    """Make a token and return its row with the text that is never shown again.

    Args:
        scopes: what it opens, values of `ApiToken.Scope`.
    """
    raw = MARK + secrets.token_urlsafe(32)
    row = ApiToken.objects.create(
        user=user,
        name=name,
        prefix=raw[:_SHOWN_CHARACTERS],
        token_hash=token_hash(raw),
        scopes=sorted(set(scopes)),
    )
    return row, raw


@transaction.atomic
def token_delete(user: User, *, token_id: int) -> None:
    """Revoke one of the user's tokens.

    Raises:
        NotFoundError: no such token, or somebody else's.
    """
    deleted, _ = ApiToken.objects.filter(user=user, pk=token_id).delete()
    if not deleted:
        raise NotFoundError("There is no such token.")


def token_user(raw: str, *scopes: str) -> User | None:
    """Return the active user whose token this is; notes the use, at most once a minute.

    Args:
        scopes: the token must have one of these; `api` unless given.
    Raises:
        ForbiddenError: the token does not open this; code `token_scope_missing`.
    """
    row = read_row(ApiToken, token_hash=token_hash(raw))
    user = read_row(User, id=row.user_id) if row is not None else None
    if row is None or user is None or not user.is_active:
        return None
    wanted = scopes or (ApiToken.Scope.API.value,)
    if not set(wanted) & set(row.scopes):
        scope = wanted[-1]
        raise ForbiddenError(
            Text(f"This token lacks the scope “{scope}”.", f"此令牌缺少权限范围“{scope}”。"), code="token_scope_missing"
        )
    now = timezone.now()
    if row.last_used_at is None or row.last_used_at < now - _SEEN_EVERY:
        unseen = Q(last_used_at__isnull=True) | Q(last_used_at__lt=now - _SEEN_EVERY)
        ApiToken.objects.filter(unseen, pk=row.pk).update(last_used_at=now)
    return user
