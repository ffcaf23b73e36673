"""Permission rules in the panel."""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Field
from django.forms import ModelForm, TypedChoiceField
from django.http import HttpRequest, JsonResponse
from django.template.loader import render_to_string
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST
from unfold.admin import ModelAdmin
from unfold.contrib.filters.admin import ChoicesDropdownFilter, RelatedDropdownFilter
from unfold.decorators import display
from unfold.widgets import (
    UnfoldAdminSelect2Widget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
)

from tools.core.registered.workflow_names import workflow_names
from tools.forms.local_text import local_text
from tools.models import ToolPolicy
from tools.policies.conditions import MAX_SOURCE_CHARACTERS, ConditionError
from tools.policies.sentences import COMPARISON_BY_NAME, COMPARISONS, Clause, read_sentence, write_sentence
from tools.selectors.matrix import named_patterns
from tools.selectors.policy_dry_run import policy_dry_run
from tools.selectors.tool_hosts import hosts_without_rule

_COLUMNS = ("argument", "comparison", "value")
_BLANK = Clause("", COMPARISONS[0].name, "")


class ToolPatternWidget(UnfoldAdminTextInputWidget):
    """A pattern, with every tool and host that has a name as a suggestion."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> Any:
        field = super().render(name, value, {**(attrs or {}), "list": "tool-names"}, renderer)
        return field + render_to_string("admin/tools/tool_names.html", {"tools": named_patterns()})


class ConditionWidget(UnfoldAdminTextareaWidget):
    """Clauses and their CEL; `<name>_as` names the one that was edited last, which is read."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        if data.get(f"{name}_as") != "sentence":
            return super().value_from_datadict(data, files, name)
        columns = [data.getlist(f"{name}_{column}") for column in _COLUMNS]
        return [clause for row in zip(*columns, strict=False) if not (clause := Clause(*row)).is_blank]

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> Any:
        source = _source(value)
        clauses = value if isinstance(value, list) else read_sentence(source)
        context = {
            "name": name,
            "source": super().render(name, source, {**(attrs or {}), "rows": 3}, renderer),
            "is_sentence": clauses is not None,
            "rows": clause_rows(clauses or []),
            "blank": clause_rows([_BLANK]),
        }
        return render_to_string("admin/tools/rule_condition.html", context)


class ConditionField(forms.CharField):
    """CEL, sent as its text or as clauses."""

    widget = ConditionWidget

    def to_python(self, value: Any) -> str:
        try:
            return str(super().to_python(write_sentence(value) if isinstance(value, list) else value))
        except ConditionError as error:
            raise ValidationError(local_text(error.text), code="condition_invalid") from error


class RuleForm(forms.ModelForm):  # type: ignore[type-arg]  # generic in the stubs only
    """A rule; a condition keeps its text while its sentence is unchanged."""

    when = ConditionField(
        label=_("with these arguments"),
        required=False,
        max_length=MAX_SOURCE_CHARACTERS,
        help_text=_(
            "All conditions must hold; without one, the rule always applies. Numbers, true and false keep their type; "
            "put them in quotation marks to compare texts."
        ),
    )

    class Meta:
        model = ToolPolicy
        fields = "__all__"

    def clean_when(self) -> str:
        stored: str = self.instance.when
        return stored if self["when"].data == read_sentence(stored) else str(self.cleaned_data["when"])


def clause_rows(clauses: list[Clause]) -> str:
    """Return the rows of clauses as HTML."""
    return render_to_string("admin/tools/rule_clauses.html", {"clauses": clauses, "comparisons": COMPARISONS})


def _source(value: Any) -> str:
    """Return the CEL of a field's value; none of clauses that are not complete."""
    try:
        return write_sentence(value) if isinstance(value, list) else value or ""
    except ConditionError:
        return ""


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


class WorkflowColumnAdmin(ModelAdmin):
    """Adds the column `workflow_shown` to rows with a `workflow_id`; the names of a page are one query."""

    no_workflow: Any = "–"

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        changelist = super().get_changelist_instance(request)
        rows = list(changelist.result_list)
        names = workflow_names.get()({row.workflow_id for row in rows if row.workflow_id})
        for row in rows:
            row.workflow_name = names.get(row.workflow_id)
        return changelist

    @display(description=_("workflow"), ordering="workflow_id")
    def workflow_shown(self, row: Any) -> Any:
        if row.workflow_id is None:
            return self.no_workflow
        if not hasattr(row, "workflow_name"):
            row.workflow_name = workflow_names.get()([row.workflow_id]).get(row.workflow_id)
        return row.workflow_name or row.workflow_id


def workflow_id(value: object) -> UUID:
    """Read the value of a select, which is text, or of the row behind it."""
    return UUID(str(value))


def workflow_choices(empty: Any, mentioned: Iterable[UUID] = ()) -> list[tuple[str, Any]]:
    """Return a select's options: empty, every workflow, and the mentioned ids of deleted workflows."""
    names = workflow_names.get()(None)
    gone = sorted({str(id_) for id_ in mentioned if id_ not in names})
    return [("", empty), *((str(id_), name) for id_, name in names.items()), *((id_, id_) for id_ in gone)]


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
