"""Articles that tools wrote, for their owners."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from django.contrib.auth.models import User
from pydantic import Field, StringConstraints

from tools.api.contract.endpoints import FoundIn, Paged, endpoint
from tools.api.contract.fields import WebAddress
from tools.api.contract.shapes import Query, Shape
from tools.api.pagination import NewestArticlesFirst
from tools.core.naming.visible_name import READABLE
from tools.models import Article
from tools.selectors.articles import ARTICLES
from tools.services.articles import article_delete, article_update

OwnArticle = Annotated[Article, FoundIn(ARTICLES, "change")]
ReadArticle = Annotated[Article, FoundIn(ARTICLES, "read")]
Tag = Annotated[str, Field(min_length=1, max_length=60), READABLE]


class ArticleRow(Shape):
    """An article in a list, without its text."""

    id: UUID
    owner: str
    language: str
    platform: str
    title: str
    summary: str
    tags: list[Tag]
    status: Article.Status
    url: str
    run_id: UUID | None
    created_at: datetime
    updated_at: datetime


class ArticleShape(ArticleRow):
    """One whole article."""

    body: str


class ArticleChange(Shape, partial=True):
    """Fields that the owner may change."""

    title: Annotated[str, Field(min_length=1, max_length=300), READABLE]
    summary: Annotated[str, Field(max_length=2_000)]
    body: Annotated[str, StringConstraints(strip_whitespace=False), Field(min_length=1, max_length=500_000)]
    tags: Annotated[list[Tag], Field(max_length=30)]
    status: Article.Status
    url: WebAddress


class ArticleSelection(Query, partial=True):
    """Filters of a list."""

    language: Annotated[str, Field(min_length=1, max_length=20)]
    platform: Annotated[str, Field(min_length=1, max_length=40)]
    status: Article.Status
    run: UUID


@endpoint("GET", "articles/", pages=NewestArticlesFirst)
def articles_list(user: User, query: ArticleSelection) -> Paged[ArticleRow]:
    """List articles without their text."""
    narrow = {"run_id" if name == "run" else name: value for name, value in query.sent().items()}
    rows = ARTICLES.may("list", user).filter(**narrow).defer("body")
    return Paged(rows, lambda article: ArticleRow.of(article, owner=article.owner.username))


@endpoint("GET", "articles/<uuid:article_id>/")
def articles_retrieve(article: ReadArticle) -> ArticleShape:
    """Return the article with its text."""
    return _shown(article)


@endpoint("PATCH", "articles/<uuid:article_id>/")
def articles_update(article: OwnArticle, body: ArticleChange) -> ArticleShape:
    """Change what is named."""
    return _shown(article_update(article=article, changes=body.sent()))


@endpoint("DELETE", "articles/<uuid:article_id>/")
def articles_destroy(article: OwnArticle) -> None:
    """Delete the article."""
    article_delete(article=article)


def _shown(article: Article) -> ArticleShape:
    return ArticleShape.of(article, owner=article.owner.username)
