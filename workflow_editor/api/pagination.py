"""In which order lists are paged."""

from collections.abc import Mapping
from typing import Any

from rest_framework.request import Request

from tools.api.pagination import CursorPages
from workflow_editor.selectors.lists.agent_cards import AGENT_ORDERINGS
from workflow_editor.selectors.lists.library import LIBRARY_ORDERINGS
from workflow_editor.selectors.lists.workflows import workflow_pictures


class NewestFirst(CursorPages):
    ordering = "-created_at"


class FirstNameFirst(CursorPages):
    ordering = "username"


class HighestNumberFirst(CursorPages):
    ordering = "-number"


class LastChangedFirst(CursorPages):
    ordering = "-updated_at"


class HighestIdFirst(CursorPages):
    """By id, for ids that sort by the time at which they were made."""

    ordering = "-id"


class ManyPerPage(HighestIdFirst):
    """Small rows, of which a screen needs all."""

    page_size = 500


class SortedPages(CursorPages):
    """Ordered by the validated `sort` parameter, by default the first ordering."""

    orderings: Mapping[str, tuple[str, ...]]

    def get_ordering(self, request: Request, queryset: Any, view: Any) -> tuple[str, ...]:
        return self.orderings[request.query_params.get("sort") or next(iter(self.orderings))]


class SortedLibrary(SortedPages):
    """Workflows with their pictures, last changed first unless something else is asked for."""

    orderings = LIBRARY_ORDERINGS

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> Any:
        rows: Any = super().paginate_queryset(queryset, request, view)
        pictures = workflow_pictures(rows)
        for row in rows:
            row.picture = pictures.get(row.pk)
        return rows


class SortedAgents(SortedPages):
    """Agents, last changed first unless something else is asked for."""

    orderings = AGENT_ORDERINGS
