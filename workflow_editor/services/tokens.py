"""API tokens: shown once, kept as a hash, for a time and a purpose."""

import hashlib
import secrets
from collections.abc import Iterable
from datetime import timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from tools.core.text import Text
from tools.core.workflow_scope import limit_user
from tools.rows.reader import read_with
from workflow_editor.errors import ForbiddenError, InvalidInputError, NotFoundError
from workflow_editor.models import ApiToken, Workflow

MARK = "flw_"
LASTS_DAYS = 90
MAX_DAYS = 3650
_SHOWN_CHARACTERS = 12
_SEEN_EVERY = timedelta(minutes=1)
_API = ApiToken.Scope.API.value


def token_hash(raw: str) -> str:
    """Return the form in which a secret token is stored: long random text needs no slow hash."""
    return hashlib.sha256(raw.encode()).hexdigest()


@transaction.atomic
def token_create(
    user: User,
    *,
    name: str,
    scopes: Iterable[str] = (_API,),
    read_only: bool = False,
    workflow: Workflow | None = None,
    expires_in_days: int | None = LASTS_DAYS,
) -> tuple[ApiToken, str]:
    """Make a token and return its row with the text, which is never shown again.

    Args:
        scopes: values of `ApiToken.Scope`.
        workflow: the only one that it runs and reads, for /api/ alone.
        expires_in_days: None never expires.
    Raises:
        InvalidInputError: scopes and limits do not fit, or the operator forbids the lifetime.
    """
    chosen = sorted(set(scopes))
    if (workflow is not None or read_only) and chosen != [_API]:
        text = Text("A read-only token, or one for a single workflow, works with /api/ only.")
        raise InvalidInputError.at("/scopes", "invalid", text)
    longest = settings.API_TOKEN_MAX_DAYS or None
    if longest is not None and (expires_in_days is None or expires_in_days > longest):
        text = Text("Tokens can be valid for at most {longest} days.", longest=longest)
        raise InvalidInputError.at("/expires_in_days", "too_long", text)
    raw = MARK + secrets.token_urlsafe(32)
    row = ApiToken.objects.create(
        user=user,
        name=name,
        prefix=raw[:_SHOWN_CHARACTERS],
        token_hash=token_hash(raw),
        scopes=chosen,
        read_only=read_only,
        workflow=workflow,
        expires_at=None if expires_in_days is None else timezone.now() + timedelta(days=expires_in_days),
    )
    return row, raw


@transaction.atomic
def token_delete(user: User, *, token_id: int) -> None:
    """End one of the user's tokens. Raises NotFoundError unless it is their own."""
    deleted, _ = ApiToken.objects.filter(user=user, pk=token_id).delete()
    if not deleted:
        raise NotFoundError("There is no such token.")


@transaction.atomic
def tokens_end(user: User) -> None:
    ApiToken.objects.filter(user=user).delete()


def token_open(raw: str, *scopes: str) -> ApiToken | None:
    """Return the token with its `user`, or None if it is unknown or ended, or its user is inactive.

    Notes the use, at most once a minute. What it may be used for is `services.token_rights`' business.

    Args:
        scopes: the token must have one of these; `api` unless given.
    Raises:
        ForbiddenError: the token does not open this; code `token_scope_missing`.
    """
    row = read_with(ApiToken, "user", token_hash=token_hash(raw))
    now = timezone.now()
    if row is None or (row.expires_at is not None and row.expires_at <= now) or not row.user.is_active:
        return None
    limit_user(row.user, row.workflow_id)
    wanted = scopes or (_API,)
    if not set(wanted) & set(row.scopes):
        scope = wanted[-1]
        raise ForbiddenError(Text("This token lacks the scope “{scope}”.", scope=scope), code="token_scope_missing")
    if row.last_used_at is None or row.last_used_at < now - _SEEN_EVERY:
        unseen = Q(last_used_at__isnull=True) | Q(last_used_at__lt=now - _SEEN_EVERY)
        ApiToken.objects.filter(unseen, pk=row.pk).update(last_used_at=now)
    return row
