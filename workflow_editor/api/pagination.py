"""In which order lists are paged."""

from tools.api.pagination import CursorPages


class NewestFirst(CursorPages):
    """By the time of creation."""

    ordering = "-created_at"


class LastChangedFirst(CursorPages):
    """By the time of the last change."""

    ordering = "-updated_at"
