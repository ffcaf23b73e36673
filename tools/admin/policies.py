"""Permission rules in the panel, with the matrix and the explain page beside their list."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.db.models import Field
from django.forms import ModelForm, TypedChoiceField
from django.http import HttpRequest
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import ChoicesDropdownFilter, RelatedDropdownFilter
from unfold.decorators import display
from unfold.widgets import UnfoldAdminSelect2Widget

from tools.admin.explain import PermissionExplainView
from tools.admin.matrix import PermissionMatrixView
from tools.admin.workflow_column import WorkflowColumnAdmin, workflow_choices, workflow_id
from tools.models import ToolPolicy
from tools.selectors.tool_hosts import hosts_without_rule

EFFECT_COLOURS = {"allow": "success", "ask": "warning", "deny": "danger", "mock": "info"}


@admin.register(ToolPolicy)
class ToolPolicyAdmin(WorkflowColumnAdmin):
    no_workflow = _("Any workflow")
    list_display = [
        "tool_pattern",
        "role_shown",
        "effect_shown",
        "workflow_shown",
        "mode",
        "when",
        "note",
        "created_by",
        "created_at",
    ]
    change_form_after_template = "admin/tools/rule_tools.html"
    list_filter = [("effect", ChoicesDropdownFilter), ("mode", ChoicesDropdownFilter), ("role", RelatedDropdownFilter)]
    list_filter_submit = True
    list_select_related = ["role", "created_by"]
    search_fields = ["tool_pattern", "role__name", "note"]
    fields = [
        "role",
        "tool_pattern",
        "workflow_id",
        "mode",
        "effect",
        "when",
        "args_untrusted",
        "mock_result",
        "ask_timeout_s",
        "ask_someone_else",
        "note",
        "revision",
        "created_by",
        "created_at",
    ]
    readonly_fields = ["revision", "created_by", "created_at"]

    def get_urls(self) -> list[URLPattern]:
        matrix = PermissionMatrixView.as_view(model_admin=self)
        explain = PermissionExplainView.as_view(model_admin=self)
        return [
            path("matrix/", self.admin_site.admin_view(matrix), name="tools_permission_matrix"),
            path("explain/", self.admin_site.admin_view(explain), name="tools_permission_explain"),
            *super().get_urls(),
        ]

    def get_fields(self, request: HttpRequest, obj: ToolPolicy | None = None) -> list[str]:
        return [name for name in self.fields if obj or name not in self.readonly_fields]

    def formfield_for_dbfield(self, db_field: "Field[Any, Any]", request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "workflow_id":
            return TypedChoiceField(
                label=_("Workflow"),
                coerce=workflow_id,
                empty_value=None,
                required=False,
                widget=UnfoldAdminSelect2Widget,
                choices=_workflows,
            )
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    def save_model(self, request: HttpRequest, obj: ToolPolicy, form: "ModelForm[ToolPolicy]", change: bool) -> None:
        if not change:
            obj.created_by_id = request.user.pk
        obj.changed_by = request.user if isinstance(request.user, User) else None
        super().save_model(request, obj, form, change)
        for host in hosts_without_rule(obj):
            text = _("A node that calls %(host)s directly is not covered by this rule; add a rule for host:%(host)s.")
            messages.warning(request, text % {"host": host})

    @display(description=_("role"), ordering="role__name")
    def role_shown(self, row: ToolPolicy) -> Any:
        return row.role.name if row.role else _("Any role")

    @display(description=_("effect"), ordering="effect", label=EFFECT_COLOURS)
    def effect_shown(self, row: ToolPolicy) -> tuple[str, str]:
        return row.effect, row.get_effect_display()


def _workflows() -> list[tuple[str, Any]]:
    in_rules = ToolPolicy.objects.filter(workflow_id__isnull=False).values_list("workflow_id", flat=True)
    return workflow_choices(_("Any workflow"), [id_ for id_ in in_rules if id_])
