"""Articles in the panel: administrators read, correct and delete them."""

from django.contrib import admin
from django.http import HttpRequest
from unfold.admin import ModelAdmin

from tools.forms.name_fields import NamesInForms
from tools.models import Article


@admin.register(Article)
class ArticleAdmin(NamesInForms, ModelAdmin):
    """Tools write articles; none is begun here."""

    list_display = ["title", "language", "platform", "status", "owner", "created_at"]
    list_filter = ["status", "language", "platform"]
    list_filter_submit = True
    list_select_related = ["owner"]
    search_fields = ["title", "owner__username"]
    fields = ["title", "summary", "body", "tags", "status", "url", "language", "platform", "owner", "run_id"]
    fields += ["created_at", "updated_at"]
    readonly_fields = ["language", "platform", "owner", "run_id", "created_at", "updated_at"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False
