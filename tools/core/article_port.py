"""The port for articles that tools write. No framework."""

from dataclasses import dataclass, field
from typing import Literal, Protocol

from tools.core.definitions import CallContext

ArticleStatus = Literal["draft", "ready", "published"]


@dataclass(frozen=True, slots=True)
class ArticleText:
    """An article as a tool hands it over."""

    language: str
    platform: str
    title: str
    body: str
    summary: str = ""
    tags: tuple[str, ...] = field(default=())
    status: ArticleStatus = "draft"


@dataclass(frozen=True, slots=True)
class SavedArticle:
    """An article that we keep."""

    id: str
    address: str
    """Path on our own server."""


class Articles(Protocol):
    """Keeps articles for the people on whose behalf tools are called. Safe to share by threads."""

    def save(self, article: ArticleText, context: CallContext) -> SavedArticle:
        """Keep an article; all attempts of one call keep one and the same.

        Raises:
            ToolDeniedError: nobody stands behind the call, so nobody would own the article.
        """
        ...

    def published_at(self, article_id: str, url: str) -> None:
        """Note where the article can be read."""
        ...
