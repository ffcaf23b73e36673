"""Configured tools in the panel: administrators can see, switch off, share and delete them."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.decorators import display

from tools.admin.json_block import json_block
from tools.admin.read_only import NotAdded
from tools.forms.name_fields import NamesInForms
from tools.models import ToolConfig
from tools.secrets.redaction import redact
from tools.services.tool_configs import tool_config_delete


@admin.register(ToolConfig)
class ToolConfigAdmin(NotAdded, NamesInForms, ModelAdmin):
    """Settings are typed in the editor, where their form is drawn; here they are shown without secrets."""

    list_display = ["name", "type", "owner", "enabled", "shared", "updated_at"]
    list_filter = ["type", "enabled", "shared"]
    list_filter_submit = True
    list_select_related = ["owner"]
    search_fields = ["name", "type", "owner__username"]
    fields = ["name", "description", "enabled", "shared", "type", "owner", "config_shown", "created_at", "updated_at"]
    readonly_fields = ["type", "owner", "config_shown", "created_at", "updated_at"]

    @display(description=_("settings"))
    def config_shown(self, row: ToolConfig) -> SafeString:
        return json_block(redact(row.config))

    def delete_model(self, request: HttpRequest, obj: ToolConfig) -> None:
        tool_config_delete(tool=obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[ToolConfig]) -> None:
        for tool in queryset:
            tool_config_delete(tool=tool)
