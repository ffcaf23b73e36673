"""Articles in the panel: one's own, and for reading what emergency access opens."""

from django.contrib import admin
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.admin import ModelAdmin

from tools.admin.read_only import NotAdded
from tools.forms.name_fields import NamesInForms
from tools.models import Article
from tools.selectors.emergency_access import readable_owners


@admin.register(Article)
class ArticleAdmin(NotAdded, NamesInForms, ModelAdmin):
    """Tools write articles; none is begun here."""

    list_display = ["title", "language", "platform", "status", "owner", "created_at"]
    list_filter = ["status", "language", "platform"]
    list_filter_submit = True
    list_select_related = ["owner"]
    search_fields = ["title", "owner__username"]
    fields = ["title", "summary", "body", "tags", "status", "url", "language", "platform", "owner", "run_id"]
    fields += ["created_at", "updated_at"]
    readonly_fields = ["language", "platform", "owner", "run_id", "created_at", "updated_at"]

    actions = None

    def get_queryset(self, request: HttpRequest) -> QuerySet[Article]:
        assert isinstance(request.user, User)  # noqa: S101  the panel is for people who are signed in
        rows: QuerySet[Article] = super().get_queryset(request)
        return rows.filter(owner__in=readable_owners(request.user))

    def has_change_permission(self, request: HttpRequest, obj: Article | None = None) -> bool:
        return super().has_change_permission(request, obj) and (obj is None or obj.owner == request.user)

    def has_delete_permission(self, request: HttpRequest, obj: Article | None = None) -> bool:
        return super().has_delete_permission(request, obj) and (obj is None or obj.owner == request.user)
