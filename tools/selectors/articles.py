"""Reads of articles."""

from functools import partial

from tools.core.errors import RecordNotFoundError
from tools.core.text import Text
from tools.models import Article
from tools.selectors.sharing import OwnedRows

ARTICLES = OwnedRows(
    lambda: Article.objects.select_related("owner"),
    missing=partial(RecordNotFoundError, Text("This article does not exist.")),
    by_emergency=True,
)
"""Articles by right, newest first."""
