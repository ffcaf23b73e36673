"""Django admin of the workflow app: look at workflows and runs; both are changed through the product itself."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.admin import ModelAdmin, TabularInline

from workflow_editor.models import NodeRun, Run, Workflow, WorkflowMember


class MemberInline(TabularInline):
    """Who else may see or change the workflow."""

    model = WorkflowMember
    extra = 0
    autocomplete_fields = ("user",)


@admin.register(Workflow)
class WorkflowAdmin(ModelAdmin):
    """Names, owners and members; the graph is edited on the canvas."""

    list_display = ("name", "owner", "revision", "updated_at")
    list_filter = ("updated_at",)
    search_fields = ("name", "slug", "description")
    autocomplete_fields = ("owner",)
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


class NodeRunInline(ReadOnly, TabularInline):
    """What each node did."""

    model = NodeRun
    fields = ("node_key", "status", "attempt", "started_at", "finished_at", "error")
    extra = 0


@admin.register(Run)
class RunAdmin(ReadOnly, ModelAdmin):
    """Runs with their nodes, read-only."""

    list_display = ("id", "workflow", "kind", "mode", "status", "created_by", "created_at", "finished_at")
    list_filter = ("status", "kind", "mode", "created_at")
    search_fields = ("id", "workflow__name", "created_by__username")
    inlines = (NodeRunInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Run]:
        runs: QuerySet[Run] = super().get_queryset(request)
        return runs.select_related("workflow", "created_by")
