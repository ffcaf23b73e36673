"""Credentials in the panel: seen by name, deleted when unused, never read or typed here."""

from django.contrib import admin
from django.http import HttpRequest
from unfold.admin import ModelAdmin

from tools.models import Credential


@admin.register(Credential)
class CredentialAdmin(ModelAdmin):
    list_display = ["name", "kind", "owner", "created_at", "updated_at"]
    list_filter = ["kind"]
    list_filter_submit = True
    list_select_related = ["owner"]
    search_fields = ["name", "owner__username"]
    readonly_fields = ["name", "kind", "owner", "value_names", "created_at", "updated_at"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Credential | None = None) -> bool:
        return False
