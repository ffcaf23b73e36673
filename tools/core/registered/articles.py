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
    """Stores articles for a tool's caller. Thread-safe."""

    def save(self, article: ArticleText, context: CallContext) -> SavedArticle:
        """Store an article once for all attempts of a call. Raises ToolDeniedError if the call has no user."""
        ...

    def published_at(self, article_id: str, url: str) -> None:
        """Note where the article can be read."""
        ...
