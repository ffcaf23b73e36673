"""Cursor paging: stable while rows are added, and as fast on page 1000 as on page 1."""

from typing import Any

from rest_framework.pagination import CursorPagination


class CursorPages(CursorPagination):
    """Pages of 50; the answer is `{results, next, previous}` with full addresses, null where there is none."""

    page_size = 50

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        page: dict[str, Any] = super().get_paginated_response_schema(schema)
        return {**page, "required": ["results", "next", "previous"]}


class NewestInvocationsFirst(CursorPages):
    """By id: rows that are added meanwhile never shift a page."""

    ordering = "-id"
