"""Bases of read-only pages."""

from django.db.models import Model
from django.http import HttpRequest


class NotAdded:
    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class NotChanged:
    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class ReadOnly(NotAdded, NotChanged):
    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False
