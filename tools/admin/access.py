"""The audit log of rights in the panel: sign-ins, and changes of who may do what or where secrets go."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, StreamingHttpResponse
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import DropdownFilter
from unfold.decorators import display

from tools.admin.access_actions import action_label
from tools.admin.append_only import AppendOnlyAdmin, DayRangeFilter, PersonFilter
from tools.admin.csv_export import ACCESS_COLUMNS, rows_csv
from tools.admin.json_block import json_block
from tools.models import AccessEvent


class ActionFilter(DropdownFilter):
    title = _("action")
    parameter_name = "action_name"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        names = AccessEvent.objects.order_by("action").values_list("action", flat=True).distinct()
        return [(name, action_label(name)) for name in names]

    def queryset(self, request: HttpRequest, queryset: QuerySet[AccessEvent]) -> QuerySet[AccessEvent]:
        return queryset.filter(action=self.value()) if self.value() else queryset


@admin.register(AccessEvent)
class AccessEventAdmin(AppendOnlyAdmin):
    """Superusers see it: people type passwords into the field of the user name."""

    list_display = ["when", "username", "action_shown", "target", "address"]
    list_filter = [ActionFilter, PersonFilter, ("at", DayRangeFilter)]
    search_fields = ["username", "action", "target", "address"]
    actions = ["export_csv"]
    fieldsets = [
        (None, {"fields": ["when", "username", "action_shown", "action", "target", "details_shown", "address"]})
    ]

    @admin.action(description=_("Export as CSV"), permissions=["view"])
    def export_csv(self, request: HttpRequest, queryset: QuerySet[AccessEvent]) -> StreamingHttpResponse:
        return rows_csv(queryset, ACCESS_COLUMNS, "flowloom-rights")

    @display(description=_("when (UTC)"), ordering="at")
    def when(self, row: AccessEvent) -> str:
        return f"{row.at:%Y-%m-%d %H:%M:%S}"

    @display(description=_("event"), ordering="action")
    def action_shown(self, row: AccessEvent) -> str:
        return action_label(row.action)

    @display(description=_("details"))
    def details_shown(self, row: AccessEvent) -> SafeString:
        return json_block(row.details)
