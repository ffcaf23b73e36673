"""The articles port in the database."""

from uuid import UUID

from tools.adapters.thread_connections import thread_connection
from tools.core.definitions import CallContext
from tools.core.errors import ToolDeniedError
from tools.core.registered.articles import ArticleText, SavedArticle
from tools.core.text import Text
from tools.models import Article

_NOBODY = Text("An article needs an owner, but this call has no user.")


class OrmArticles:
    """See `tools.core.registered.articles.Articles`, which this is one of."""

    def save(self, article: ArticleText, context: CallContext) -> SavedArticle:
        owner_id = context.caller.user_id
        if owner_id is None:
            raise ToolDeniedError(_NOBODY)
        run_id = UUID(context.run_id) if context.run_id else None
        with thread_connection():
            row = Article.objects.keep(article, owner_id=owner_id, run_id=run_id, key=context.idempotency_key)
        return SavedArticle(str(row.id), f"/api/articles/{row.id}/")

    def published_at(self, article_id: str, url: str) -> None:
        with thread_connection():
            Article.objects.filter(id=UUID(article_id)).update(url=url)
