"""Permission rules in the panel, with the matrix and the explain page beside their list."""

from typing import Any

from django.contrib import admin
from django.forms import ModelForm
from django.http import HttpRequest
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.contrib.filters.admin import ChoicesDropdownFilter, RelatedDropdownFilter
from unfold.decorators import display

from tools.admin.explain import PermissionExplainView
from tools.admin.matrix import PermissionMatrixView
from tools.models import ToolPolicy


@admin.register(ToolPolicy)
class ToolPolicyAdmin(ModelAdmin):
    list_display = ["tool_pattern", "role_shown", "effect_shown", "workflow_shown", "note", "created_by", "created_at"]
    list_filter = [("effect", ChoicesDropdownFilter), ("role", RelatedDropdownFilter)]
    list_filter_submit = True
    list_select_related = ["role", "created_by"]
    search_fields = ["tool_pattern", "role__name", "note"]
    fields = ["role", "tool_pattern", "workflow_id", "effect", "note", "created_by", "created_at"]
    readonly_fields = ["created_by", "created_at"]

    def get_urls(self) -> list[URLPattern]:
        matrix = PermissionMatrixView.as_view(model_admin=self)
        explain = PermissionExplainView.as_view(model_admin=self)
        return [
            path("matrix/", self.admin_site.admin_view(matrix), name="tools_permission_matrix"),
            path("explain/", self.admin_site.admin_view(explain), name="tools_permission_explain"),
            *super().get_urls(),
        ]

    def save_model(self, request: HttpRequest, obj: ToolPolicy, form: "ModelForm[ToolPolicy]", change: bool) -> None:
        if not change:
            obj.created_by_id = request.user.pk
        super().save_model(request, obj, form, change)

    @display(description=_("role"), ordering="role__name")
    def role_shown(self, row: ToolPolicy) -> Any:
        return row.role.name if row.role else _("Any role")

    @display(description=_("effect"), ordering="effect", label={"allow": "success", "deny": "danger"})
    def effect_shown(self, row: ToolPolicy) -> tuple[str, str]:
        return row.effect, row.get_effect_display()

    @display(description=_("workflow"), ordering="workflow_id")
    def workflow_shown(self, row: ToolPolicy) -> Any:
        return row.workflow_id or _("Any workflow")
