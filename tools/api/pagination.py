"""Paging of the audit log."""

from rest_framework.pagination import CursorPagination


class NewestInvocationsFirst(CursorPagination):
    """Pages of 50 by id: rows that are added meanwhile never shift a page."""

    page_size = 50
    ordering = "-id"
