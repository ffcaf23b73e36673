"""Cursor paging: stable while rows are added, and as fast on page 1000 as on page 1."""

from typing import Any

from rest_framework.exceptions import ErrorDetail, NotFound, ValidationError
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request

from tools.core.text import Text
from tools.forms.local_text import local_text

_BAD_CURSOR = Text("This cursor does not belong to this list. Start again without one.")


class CursorPages(CursorPagination):
    """Pages of 50; the answer is `{results, next, previous}` with full addresses, null where there is none."""

    page_size = 50

    def decode_cursor(self, request: Request) -> Cursor | None:
        """Read the cursor. Raises ValidationError if the parameter is not one that this list gave out."""
        try:
            return super().decode_cursor(request)
        except NotFound:
            raise ValidationError({"cursor": [ErrorDetail(local_text(_BAD_CURSOR), "invalid_cursor")]}) from None

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """Describe a page; both links are always there, and null at the ends."""
        link = {"type": ["string", "null"], "format": "uri"}
        return {
            "type": "object",
            "required": ["next", "previous", "results"],
            "properties": {"next": link, "previous": link, "results": schema},
        }


class NewestEntriesFirst(CursorPages):
    """By id: rows that are added meanwhile never shift a page."""

    ordering = "-id"


class NewestArticlesFirst(CursorPages):
    """By the time of writing; the id settles equal times."""

    ordering = ("-created_at", "-id")
