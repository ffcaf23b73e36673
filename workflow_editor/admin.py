"""Django admin of the workflow app: look at workflows and runs; both are changed through the product itself."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin, TabularInline
from unfold.contrib.filters.admin import ChoicesDropdownFilter, RangeDateTimeFilter
from unfold.decorators import display

from tools.admin.json_block import json_block
from workflow_editor.models import NodeRun, Run, Status, Workflow, WorkflowMember

STATUS_COLOURS = {
    Status.QUEUED: "info",
    Status.RUNNING: "info",
    Status.WAITING: "warning",
    Status.SUCCEEDED: "success",
    Status.FAILED: "danger",
}


class MemberInline(TabularInline):
    """Who else may see or change the workflow."""

    model = WorkflowMember
    extra = 0
    autocomplete_fields = ("user",)


@admin.register(Workflow)
class WorkflowAdmin(ModelAdmin):
    """Names, owners and members; the graph is edited on the canvas."""

    list_display = ("name", "owner", "revision", "created_at", "updated_at")
    list_filter = (("updated_at", RangeDateTimeFilter),)
    list_filter_submit = True
    list_select_related = ("owner",)
    search_fields = ("name", "slug", "description", "owner__username")
    autocomplete_fields = ("owner",)
    fields = ("name", "slug", "description", "owner", "id", "revision", "created_at", "updated_at")
    readonly_fields = ("id", "revision", "created_at", "updated_at")
    inlines = (MemberInline,)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False


class ReadOnly:
    """What has happened is not changed by hand."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class StatusShown:
    """Shows the status of a run or of a node in its colour."""

    @display(description=_("status"), ordering="status", label=STATUS_COLOURS)
    def status_shown(self, row: Run | NodeRun) -> tuple[str, str]:
        return row.status, row.get_status_display()


class NodeRunInline(ReadOnly, StatusShown, TabularInline):
    """What each node did."""

    model = NodeRun
    fields = ("node_key", "status_shown", "attempt", "started_at", "finished_at", "error_shown")
    readonly_fields = fields
    extra = 0

    @display(description=_("error"))
    def error_shown(self, row: NodeRun) -> str:
        return str(row.error.get("message", "")) if row.error else "–"


@admin.register(Run)
class RunAdmin(ReadOnly, StatusShown, ModelAdmin):
    """Runs with their nodes, read-only."""

    list_display = (
        "id",
        "workflow",
        "status_shown",
        "kind",
        "mode",
        "created_by",
        "created_at",
        "finished_at",
    )
    list_filter = (
        ("status", ChoicesDropdownFilter),
        ("kind", ChoicesDropdownFilter),
        ("mode", ChoicesDropdownFilter),
        ("created_at", RangeDateTimeFilter),
    )
    list_filter_submit = True
    list_per_page = 50
    show_full_result_count = False
    search_fields = ("id", "workflow__name", "created_by__username")
    inlines = (NodeRunInline,)
    fieldsets = (
        (None, {"fields": ("id", "workflow", "status_shown", "kind", "mode", "target_node", "created_by")}),
        (_("Dates"), {"fields": ("created_at", "started_at", "finished_at")}),
        (_("Result"), {"fields": ("inputs_shown", "output_shown", "error_shown", "usage_shown")}),
    )
    readonly_fields = ("id", "status_shown", "inputs_shown", "output_shown", "error_shown", "usage_shown")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Run]:
        runs: QuerySet[Run] = super().get_queryset(request)
        return runs.select_related("workflow", "created_by")

    @display(description=_("inputs"))
    def inputs_shown(self, row: Run) -> SafeString:
        return json_block(row.inputs)

    @display(description=_("output"))
    def output_shown(self, row: Run) -> SafeString:
        return json_block(row.output)

    @display(description=_("error"))
    def error_shown(self, row: Run) -> SafeString:
        return json_block(row.error)

    @display(description=_("usage"))
    def usage_shown(self, row: Run) -> SafeString:
        return json_block(row.usage or None)
