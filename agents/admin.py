"""Providers and model profiles in the panel; keys are entered in the product's own settings."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin

from agents.models import ModelProfile, ModelProvider
from agents.services.providers import provider_delete, provider_update
from tools.admin.read_only import NotAdded
from tools.forms.name_fields import NamesInForms


@admin.register(ModelProvider)
class ModelProviderAdmin(NotAdded, NamesInForms, ModelAdmin):
    list_display = ["name", "preset", "default_model", "enabled", "has_key", "updated_at"]
    list_filter = ["preset", "enabled"]
    list_filter_submit = True
    search_fields = ["name", "base_url"]
    fields = ["name", "preset", "base_url", "default_model", "model_names", "enabled", "created_at", "updated_at"]
    readonly_fields = ["preset", "created_at", "updated_at"]

    @admin.display(boolean=True, description=_("key"))
    def has_key(self, row: ModelProvider) -> bool:
        return row.key_set

    def save_model(self, request: HttpRequest, obj: ModelProvider, form: Any, change: bool) -> None:
        """Change the provider by the service, which keeps its key from going to another address."""
        provider_update(provider=obj)

    def delete_model(self, request: HttpRequest, obj: ModelProvider) -> None:
        provider_delete(provider=obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[ModelProvider]) -> None:
        for provider in queryset:
            provider_delete(provider=provider)


@admin.register(ModelProfile)
class ModelProfileAdmin(ModelAdmin):
    list_display = ["preset_pattern", "model_pattern", "capabilities", "position", "note"]
    search_fields = ["preset_pattern", "model_pattern", "note"]
