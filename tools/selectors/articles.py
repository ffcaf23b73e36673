"""Reads of articles."""

from collections.abc import Mapping
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tools.core.errors import RecordNotFoundError
from tools.models import Article
from tools.selectors.emergency_access import readable_owners


def article_list(*, user: User, narrow: Mapping[str, object] | None = None) -> QuerySet[Article]:
    """Return the user's readable articles, newest first; `narrow` filters by language, platform, status, run_id."""
    return Article.objects.select_related("owner").filter(**(narrow or {}), owner__in=readable_owners(user))


def article_read(*, user: User, article_id: UUID) -> Article:
    """Return an article for reading: one's own, or through emergency access.

    Raises RecordNotFoundError if there is no such article, or it is somebody else's.
    """
    return _found(article_list(user=user), article_id)


def article_get(*, user: User, article_id: UUID) -> Article:
    """Return one of the user's articles for a change. Raises RecordNotFoundError unless it is their own."""
    return _found(article_list(user=user).filter(owner=user), article_id)


def _found(rows: QuerySet[Article], article_id: UUID) -> Article:
    row = rows.filter(id=article_id).first()
    if row is None:
        raise RecordNotFoundError(_("This article does not exist."))
    return row
