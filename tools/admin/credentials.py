"""Credentials in the panel: seen by name, deleted when unused, never read or typed here."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.contrib.filters.admin import DropdownFilter
from unfold.decorators import display

from tools.admin.read_only import NotAdded, NotChanged
from tools.executors.signing.kinds import KINDS
from tools.forms.local_text import local_text
from tools.models import Credential

_KINDS = {
    "tool": _("Tool"),
    "model_provider": _("Model provider"),
    "http": _("HTTP requests"),
    "oauth2": _("Account"),
}


def _kind_label(kind: str) -> str:
    if kind in _KINDS:
        return str(_KINDS[kind])
    return local_text(KINDS[kind].title) if kind in KINDS else kind


class KindFilter(DropdownFilter):
    title = _("kind")
    parameter_name = "kind"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(kind, _kind_label(kind)) for kind in (*_KINDS, *KINDS)]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Credential]) -> QuerySet[Credential]:
        return queryset.filter(kind=self.value()) if self.value() else queryset


@admin.register(Credential)
class CredentialAdmin(NotAdded, NotChanged, ModelAdmin):
    list_display = ["name", "kind_shown", "owner", "created_at", "updated_at"]
    list_filter = [KindFilter]
    list_filter_submit = True
    list_select_related = ["owner"]
    search_fields = ["name", "owner__username"]
    fields = ["name", "kind_shown", "owner", "values_shown", "origins_shown", "created_at", "updated_at"]
    readonly_fields = fields

    @display(description=_("kind"), ordering="kind")
    def kind_shown(self, row: Credential) -> str:
        return _kind_label(row.kind)

    @display(description=_("allowed origins"))
    def origins_shown(self, row: Credential) -> str:
        return ", ".join(row.origins) or "–"

    @display(description=_("values"))
    def values_shown(self, row: Credential) -> str:
        return ", ".join(row.value_names) or "–"
