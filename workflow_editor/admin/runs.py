"""Look at workflows and runs; both are changed through the product itself."""

from collections.abc import Iterable
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
from tools.admin.read_only import NotAdded, ReadOnly
from tools.forms.name_fields import NamesInForms
from workflow_editor.models import NodeRun, Run, Status, Workflow, WorkflowMember
from workflow_editor.models.status import OPEN_STATUSES
from workflow_editor.services.workflows import workflow_delete

STATUS_COLOURS = {
    Status.QUEUED: "info",
    Status.RUNNING: "info",
    Status.WAITING: "warning",
    Status.SUCCEEDED: "success",
    Status.FAILED: "danger",
    Status.CANCELLED: None,
    Status.SKIPPED: None,
}
"""Every status needs an entry: without one the label is not the translated word."""


class MemberInline(TabularInline):
    model = WorkflowMember
    extra = 0
    hide_title = True
    autocomplete_fields = ("user",)


@admin.register(Workflow)
class WorkflowAdmin(NotAdded, NamesInForms, ModelAdmin):
    """Names, owners and members; the graph is edited on the canvas."""

    list_display = ("name", "owner", "revision", "created_at", "updated_at")
    list_select_related = ("owner",)
    search_fields = ("name", "slug", "description", "owner__username")
    autocomplete_fields = ("owner",)
    fields = ("name", "slug", "description", "owner", "id", "revision", "created_at", "updated_at")
    readonly_fields = ("id", "revision", "created_at", "updated_at")
    inlines = (MemberInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Workflow]:
        """Exclude workflows behind agents."""
        rows: QuerySet[Workflow] = super().get_queryset(request)
        return rows.filter(agent__isnull=True)

    def get_deleted_objects(self, objs: Iterable[Workflow], request: HttpRequest) -> tuple[Any, ...]:
        """Count the rows to delete instead of listing every event; open runs prevent deletion."""
        workflows = list(objs)
        runs = Run.objects.filter(workflow__in=workflows)
        counts = {Workflow._meta.verbose_name_plural: len(workflows), Run._meta.verbose_name_plural: runs.count()}
        busy = runs.filter(status__in=OPEN_STATUSES).select_related("workflow")
        open_runs = [f"{run.workflow} · {run} · {run.get_status_display()}" for run in busy]
        return [str(workflow) for workflow in workflows], counts, set(), open_runs

    def delete_model(self, request: HttpRequest, obj: Workflow) -> None:
        workflow_delete(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Workflow]) -> None:
        for workflow in queryset:
            workflow_delete(workflow)


class NodeRunInline(ReadOnly, TabularInline):
    model = NodeRun
    fields = ("node_key", "status", "attempt", "started_at", "finished_at", "error_shown")
    readonly_fields = ("error_shown",)
    extra = 0
    hide_title = True

    @display(description=_("error"))
    def error_shown(self, row: NodeRun) -> str:
        return str(row.error.get("message", "")) if row.error else "–"


@admin.register(Run)
class RunAdmin(ReadOnly, ModelAdmin):
    list_display = ("when", "workflow", "status_shown", "kind", "mode", "created_by", "duration_shown")
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
        (None, {"fields": ("id", "workflow", "status", "kind", "mode", "target_node", "created_by")}),
        (_("Dates"), {"fields": ("created_at", "started_at", "finished_at")}),
        (_("Result"), {"fields": ("inputs_shown", "output_shown", "error_shown", "usage_shown")}),
    )
    readonly_fields = ("id", "inputs_shown", "output_shown", "error_shown", "usage_shown")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Run]:
        runs: QuerySet[Run] = super().get_queryset(request)
        return runs.select_related("workflow", "created_by")

    @display(description=_("when (UTC)"), ordering="created_at")
    def when(self, row: Run) -> str:
        return f"{row.created_at:%Y-%m-%d %H:%M:%S}"

    @display(description=_("status"), ordering="status", label=STATUS_COLOURS)
    def status_shown(self, row: Run) -> tuple[str, str]:
        return row.status, row.get_status_display()

    @display(description=_("duration"))
    def duration_shown(self, row: Run) -> str:
        if row.started_at is None or row.finished_at is None:
            return "–"
        return f"{(row.finished_at - row.started_at).total_seconds():.1f} s"

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
