"""Writes of articles by people; tools write them through `tools.adapters.gateway_factory`."""

from collections.abc import Mapping
from typing import Any

from tools.models import Article
from tools.services.validation import clean_and_save


def article_update(*, article: Article, changes: Mapping[str, Any]) -> Article:
    """Apply the named changes to an article. Raises RecordInvalidError if a value does not fit."""
    for field, value in changes.items():
        setattr(article, field, value)
    clean_and_save(article)
    return article


def article_delete(*, article: Article) -> None:
    """Delete an article here; a copy that a CMS took stays there."""
    article.delete()
