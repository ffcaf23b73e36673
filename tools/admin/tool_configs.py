"""Configured tools in the panel: administrators can see, switch off, share and delete them."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.admin import ModelAdmin

from tools import services
from tools.models import ToolConfig


@admin.register(ToolConfig)
class ToolConfigAdmin(ModelAdmin):
    """Settings are typed in the editor, where their form is drawn; here they are shown without secrets."""

    list_display = ["name", "type", "owner", "enabled", "shared", "updated_at"]
    list_filter = ["type", "enabled", "shared"]
    list_filter_submit = True
    list_select_related = ["owner"]
    search_fields = ["name", "type", "owner__username"]
    fields = ["name", "description", "enabled", "shared", "type", "owner", "config", "created_at", "updated_at"]
    readonly_fields = ["type", "owner", "config", "created_at", "updated_at"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def delete_model(self, request: HttpRequest, obj: ToolConfig) -> None:
        services.tool_config_delete(tool=obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[ToolConfig]) -> None:
        for tool in queryset:
            services.tool_config_delete(tool=tool)
