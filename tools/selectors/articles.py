"""Reads of articles."""

from collections.abc import Mapping
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tools.core.errors import RecordNotFoundError
from tools.models import Article


def article_list(*, user: User, narrow: Mapping[str, object] | None = None) -> QuerySet[Article]:
    """Return one's own articles, newest first.

    Args:
        narrow: exact values by field: language, platform, status, run_id.
    """
    return Article.objects.select_related("owner").filter(**(narrow or {}), owner=user)


def article_get(*, user: User, article_id: UUID) -> Article:
    """Return one article.

    Raises:
        RecordNotFoundError: no such article, or somebody else's.
    """
    row = article_list(user=user).filter(id=article_id).first()
    if row is None:
        raise RecordNotFoundError(_("This article does not exist."))
    return row
