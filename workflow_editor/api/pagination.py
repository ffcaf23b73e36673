"""In which order lists are paged."""

from typing import Any

from rest_framework.request import Request

from tools.api.pagination import CursorPages
from workflow_editor.selectors.library import ORDERINGS, LibrarySort


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


class SortedLibrary(CursorPages):
    """As `sort` in the address says, which the view has checked."""

    def get_ordering(self, request: Request, queryset: Any, view: Any) -> tuple[str, ...]:
        return ORDERINGS[LibrarySort(request.query_params.get("sort", LibrarySort.UPDATED))]
