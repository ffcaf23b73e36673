"""Permission rules in the panel."""

from collections.abc import Mapping
from typing import Any

from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db.models import Field
from django.forms import ModelForm, TypedChoiceField
from django.http import HttpRequest, JsonResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST
from unfold.contrib.filters.admin import ChoicesDropdownFilter, RelatedDropdownFilter
from unfold.decorators import display
from unfold.widgets import UnfoldAdminSelect2Widget, UnfoldAdminSelectWidget

from tools.admin.rule_form import RuleForm, ToolPatternWidget, clause_rows
from tools.admin.workflow_column import WorkflowColumnAdmin, workflow_choices, workflow_id
from tools.forms.local_text import local_text
from tools.models import ToolPolicy
from tools.policies.condition_sentences import COMPARISON_BY_NAME, read_sentence
from tools.selectors.matrix import named_patterns
from tools.selectors.policy_dry_run import policy_dry_run
from tools.selectors.tool_hosts import hosts_without_rule

SENTENCE = ["role", "tool_pattern", "when", "effect", "mock_result", "ask_timeout_s", "ask_someone_else", "note"]
WORDS: Mapping[str, Mapping[str, Any]] = {
    "role": {
        "label": _("When somebody with this role"),
        "widget": UnfoldAdminSelectWidget,
        "empty_label": _("Any role"),
        "help_text": "",
    },
    "tool_pattern": {
        "label": _("calls this tool"),
        "widget": ToolPatternWidget,
        "help_text": _("Choose a tool or a host, or write a pattern: system:* for all built-in tools, * for all."),
    },
    "effect": {"label": _("then")},
    "ask_timeout_s": {"label": _("Wait for an answer, in seconds")},
}
"""Words of the sentence, by field."""
COUNTED_CALLS = 1000
EFFECT_COLOURS = {"allow": "success", "ask": "warning", "deny": "danger", "mock": "info"}


@admin.register(ToolPolicy)
class ToolPolicyAdmin(WorkflowColumnAdmin):
    no_workflow = _("Any workflow")
    list_display = [
        "tool_shown",
        "role_shown",
        "effect_shown",
        "workflow_shown",
        "mode",
        "when_shown",
        "note",
        "created_by",
        "created_at",
    ]
    change_form_after_template = "admin/tools/rule_tools.html"
    list_filter = [("effect", ChoicesDropdownFilter), ("mode", ChoicesDropdownFilter), ("role", RelatedDropdownFilter)]
    list_filter_submit = True
    list_select_related = ["role", "created_by"]
    search_fields = ["tool_pattern", "role__name", "note"]
    form = RuleForm
    conditional_fields = {
        "mock_result": "effect == 'mock'",
        "ask_timeout_s": "effect == 'ask'",
        "ask_someone_else": "effect == 'ask'",
    }
    readonly_fields = ["revision", "created_by", "created_at"]

    def get_urls(self) -> list[URLPattern]:
        return [
            path("try/", self.admin_site.admin_view(require_POST(self.try_out)), name="tools_permission_try"),
            *super().get_urls(),
        ]

    def get_fieldsets(self, request: HttpRequest, obj: ToolPolicy | None = None) -> Any:
        rare = ["workflow_id", "mode", "args_untrusted"]
        is_plain = request.method == "GET" and not (obj and any(getattr(obj, name) for name in rare))
        more = {"fields": [*rare, *(self.readonly_fields if obj else [])], "classes": ["collapse"] if is_plain else []}
        return [(None, {"fields": SENTENCE}), (_("More options"), more)]

    def try_out(self, request: HttpRequest) -> JsonResponse:
        """Answer the condition in both forms, its fault, and how the last calls would be decided."""
        policy = self.get_object(request, request.POST.get("replaces", ""))
        if not (self.has_change_permission(request, policy) if policy else self.has_add_permission(request)):
            raise PermissionDenied
        form = self.get_form(request, policy)(request.POST, instance=policy)
        is_valid = form.is_valid()
        when = form.cleaned_data.get("when")
        clauses = None if when is None else read_sentence(when)
        summary = " ".join(fault for faults in form.errors.values() for fault in faults)
        if is_valid and "count" in request.POST:
            summary = policy_dry_run(policy=form.instance, last=COUNTED_CALLS).summary
        return JsonResponse(
            {
                "fault": " ".join(form.errors.get("when", [])),
                "when": when,
                "rows": None if clauses is None else clause_rows(clauses),
                "summary": summary,
            }
        )

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
        return super().formfield_for_dbfield(db_field, request, **{**kwargs, **WORDS.get(db_field.name, {})})

    def save_model(self, request: HttpRequest, obj: ToolPolicy, form: "ModelForm[ToolPolicy]", change: bool) -> None:
        if not change:
            obj.created_by_id = request.user.pk
        obj.changed_by = request.user if isinstance(request.user, User) else None
        super().save_model(request, obj, form, change)
        for host in hosts_without_rule(obj):
            text = _("A node that calls %(host)s directly is not covered by this rule; add a rule for host:%(host)s.")
            messages.warning(request, text % {"host": host})

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        changelist = super().get_changelist_instance(request)
        names = {tool.pattern: local_text(tool.title) for tool in named_patterns()}
        for row in changelist.result_list:
            row.tool_name = names.get(row.tool_pattern, row.tool_pattern)
        return changelist

    @display(description=_("tool"), ordering="tool_pattern")
    def tool_shown(self, row: Any) -> str:
        return str(row.tool_name)

    @display(description=_("role"), ordering="role__name")
    def role_shown(self, row: ToolPolicy) -> Any:
        return row.role.name if row.role else _("Any role")

    @display(description=_("condition"), ordering="when")
    def when_shown(self, row: ToolPolicy) -> str:
        clauses = read_sentence(row.when)
        if clauses is None:
            return row.when
        words = ((one.argument, local_text(COMPARISON_BY_NAME[one.comparison].label), one.value) for one in clauses)
        return ", ".join(" ".join(one).strip() for one in words)

    @display(description=_("effect"), ordering="effect", label=EFFECT_COLOURS)
    def effect_shown(self, row: ToolPolicy) -> tuple[str, str]:
        return row.effect, row.get_effect_display()


def _workflows() -> list[tuple[str, Any]]:
    in_rules = ToolPolicy.objects.filter(workflow_id__isnull=False).values_list("workflow_id", flat=True)
    return workflow_choices(_("Any workflow"), [id_ for id_ in in_rules if id_])
