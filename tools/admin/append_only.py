"""Bases of read-only pages, and the audit log's filters by person and day."""

from typing import Any

from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.contrib.filters.admin import RangeDateFilter, TextFilter
from unfold.utils import parse_date_str


class PersonFilter(TextFilter):
    title = _("user")
    parameter_name = "person"

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(username__icontains=self.value()) if self.value() else queryset


class DayRangeFilter(RangeDateFilter):
    """From a day to a day, both included, in UTC; the ready-made filter compares times without a time zone."""

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        for end, lookup in (("from", "at__date__gte"), ("to", "at__date__lte")):
            value = self.used_parameters.get(f"at_{end}")
            if value:
                day = parse_date_str(value)
                queryset = queryset.filter(**{lookup: day}) if day else queryset.none()
        return queryset


class NotAdded:
    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class NotChanged:
    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class ReadOnly(NotAdded, NotChanged):
    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class AppendOnlyAdmin(ReadOnly, ModelAdmin):
    """Shows rows that nobody adds, changes or deletes here."""

    list_filter_submit = True
    list_per_page = 50
    show_full_result_count = False

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> list[str]:
        return [name for _title, options in self.fieldsets for name in options["fields"]]
