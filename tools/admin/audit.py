"""The audit log of calls in the panel: read, filtered, searched, exported; never changed."""

from typing import Any
from uuid import UUID

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, StreamingHttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import ChoicesDropdownFilter, DropdownFilter
from unfold.decorators import display

from tools.admin.append_only import AppendOnlyAdmin, DayRangeFilter, PersonFilter
from tools.admin.csv_export import CALL_COLUMNS, rows_csv
from tools.admin.json_block import json_block
from tools.admin.policies import EFFECT_COLOURS
from tools.admin.workflow_column import WorkflowColumnAdmin
from tools.core.registered.workflow_names import workflow_names
from tools.models import ToolInvocation, ToolPolicy
from tools.selectors.invocation_figures import invocation_figures
from tools.selectors.shown_titles import shown_title


class ToolFilter(DropdownFilter):
    title = _("tool")
    parameter_name = "tool"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        rows = ToolInvocation.objects.exclude(tool_id="").order_by("tool_id").values_list("tool_id", "title").distinct()
        return [(tool_id, shown_title(tool_id, title)) for tool_id, title in dict(rows).items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[ToolInvocation]) -> QuerySet[ToolInvocation]:
        return queryset.filter(tool_id=self.value()) if self.value() else queryset


class WorkflowFilter(DropdownFilter):
    title = _("workflow")
    parameter_name = "workflow"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        rows = ToolInvocation.objects.order_by("workflow_id").values_list("workflow_id", flat=True).distinct()
        ids = [id_ for id_ in rows if id_]
        names = workflow_names.get()(ids)
        return sorted(((str(id_), names.get(id_, str(id_))) for id_ in ids), key=lambda choice: choice[1].lower())

    def queryset(self, request: HttpRequest, queryset: QuerySet[ToolInvocation]) -> QuerySet[ToolInvocation]:
        if not self.value():
            return queryset
        try:
            return queryset.filter(workflow_id=UUID(str(self.value()).strip()))
        except ValueError:
            return queryset.none()


class ResultFilter(DropdownFilter):
    title = _("result")
    parameter_name = "result"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("success", _("Succeeded")), ("failure", _("Failed")), ("open", _("Not finished"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[ToolInvocation]) -> QuerySet[ToolInvocation]:
        wanted = {"success": True, "failure": False, "open": None}
        return queryset.filter(success=wanted[self.value()]) if self.value() in wanted else queryset


@admin.register(ToolInvocation)
class ToolInvocationAdmin(AppendOnlyAdmin, WorkflowColumnAdmin):
    list_display = [
        "when",
        "username",
        "tool_shown",
        "decision_shown",
        "result_shown",
        "duration_shown",
        "origin",
        "workflow_shown",
    ]
    list_filter = [
        ToolFilter,
        PersonFilter,
        ("decision", ChoicesDropdownFilter),
        ResultFilter,
        ("at", DayRangeFilter),
        WorkflowFilter,
    ]
    list_before_template = "admin/tools/audit_charts.html"
    search_fields = [
        "username",
        "tool_id",
        "title",
        "executor",
        "message",
        "result__translations",
        "node_key",
        "call_id",
    ]
    actions = ["export_csv"]
    fieldsets = [
        (None, {"fields": ["when", "username", "tool_shown", "tool_id", "function", "origin", "mode", "stage"]}),
        (_("Decision"), {"fields": ["decision", "reason_shown", "rule_shown", "approval_shown", "untrusted"]}),
        (
            _("Result"),
            {"fields": ["outcome", "message_shown", "arguments_shown", "result_json", "duration_shown", "attempts"]},
        ),
        (_("Where"), {"fields": ["workflow_shown", "workflow_key", "run_id", "node_key", "call_id"]}),
    ]

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        return super().changelist_view(request, {**(extra_context or {}), "figures": invocation_figures()})

    @admin.action(description=_("Export as CSV"), permissions=["view"])
    def export_csv(self, request: HttpRequest, queryset: QuerySet[ToolInvocation]) -> StreamingHttpResponse:
        return rows_csv(queryset, CALL_COLUMNS, "flowloom-tool-calls")

    @display(description=_("when (UTC)"), ordering="at")
    def when(self, row: ToolInvocation) -> str:
        return f"{row.at:%Y-%m-%d %H:%M:%S}"

    @display(description=_("tool"), ordering="tool_id")
    def tool_shown(self, row: ToolInvocation) -> str:
        return shown_title(row.tool_id, row.title) or row.function

    @display(
        description=_("decision"),
        ordering="decision",
        label=EFFECT_COLOURS | {"invalid": "warning"},
    )
    def decision_shown(self, row: ToolInvocation) -> tuple[str, str]:
        return row.decision, row.get_decision_display()

    @display(
        description=_("result"),
        ordering="success",
        label={"success": "success", "failure": "danger", "open": "info"},
    )
    def result_shown(self, row: ToolInvocation) -> tuple[str, str]:
        keys = {True: "success", False: "failure", None: "open"}
        return keys[row.success], self.outcome(row)

    @display(description=_("result"))
    def outcome(self, row: ToolInvocation) -> str:
        if row.success is None:
            return gettext("Not finished")
        return gettext("Succeeded") if row.success else gettext("Failed")

    @display(description=_("duration"), ordering="duration_ms")
    def duration_shown(self, row: ToolInvocation) -> str:
        return "–" if row.duration_ms is None else f"{row.duration_ms / 1000:.2f} s"

    @display(description=_("reason"))
    def reason_shown(self, row: ToolInvocation) -> str:
        return row.reason_text or "–"

    @display(description=_("message"))
    def message_shown(self, row: ToolInvocation) -> str:
        return row.message_text or "–"

    @display(description=_("workflow id"))
    def workflow_key(self, row: ToolInvocation) -> str:
        return str(row.workflow_id or "–")

    @display(description=_("rule"))
    def rule_shown(self, row: ToolInvocation) -> str:
        """Link the rule as it is today, which may say something else by now; a deleted one leaves its id."""
        rule = _rule(row.rule_id)
        if rule is None:
            return row.rule_id or "–"
        address = reverse("admin:tools_toolpolicy_change", args=[rule.pk])
        return format_html('<a class="fl-link" href="{}">{}</a> · {}', address, rule, row.rule_revision or "–")

    @display(description=_("approval"))
    def approval_shown(self, row: ToolInvocation) -> SafeString:
        return json_block(row.approval)

    @display(description=_("arguments"))
    def arguments_shown(self, row: ToolInvocation) -> SafeString:
        return json_block(row.arguments)

    @display(description=_("answer"))
    def result_json(self, row: ToolInvocation) -> SafeString:
        return json_block(row.result)


def _rule(rule_id: str) -> ToolPolicy | None:
    try:
        key = UUID(rule_id)
    except ValueError:
        return None
    return ToolPolicy.objects.select_related("role").filter(pk=key).first()
