"""In which order lists are paged."""

from tools.api.pagination import CursorPages


class NewestFirst(CursorPages):
    """By the time of creation."""

    ordering = "-created_at"


class HighestNumberFirst(CursorPages):
    """By number, for what is counted from 1."""

    ordering = "-number"


class LastChangedFirst(CursorPages):
    """By the time of the last change."""

    ordering = "-updated_at"


class HighestIdFirst(CursorPages):
    """By id, for ids that sort by the time at which they were made."""

    ordering = "-id"


class ManyPerPage(HighestIdFirst):
    """Small rows, of which a screen needs all."""

    page_size = 500
