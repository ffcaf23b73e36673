"""Cursor paging: stable while rows are added, and as fast on page 1000 as on page 1."""

from rest_framework.pagination import CursorPagination


class NewestFirst(CursorPagination):
    """Pages of 50, newest first; the answer is `{results, next, previous}` with full addresses."""

    page_size = 50
    ordering = "-created_at"


class LastChangedFirst(NewestFirst):
    """Like `NewestFirst`, by the time of the last change."""

    ordering = "-updated_at"
