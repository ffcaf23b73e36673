"""Emergency access in the panel: begun with a reason, listed, ended early by deletion."""

from datetime import timedelta
from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy
from unfold.admin import ModelAdmin
from unfold.decorators import display
from unfold.widgets import UnfoldAdminSelectWidget

from tools.admin.read_only import NotChanged
from tools.models import EmergencyAccess
from workflow_editor.services.emergency_access import emergency_access_begin

_OPEN, _OVER = pgettext_lazy("emergency access", "open"), pgettext_lazy("emergency access", "over")
_HOURS = (1, 4, 24)


def _periods() -> list[tuple[int, str]]:
    # In the language of the request: an interpolated text is no longer lazy.
    return [(hours, ngettext("%(hours)s hour", "%(hours)s hours", hours) % {"hours": hours}) for hours in _HOURS]


class EmergencyAccessForm(forms.ModelForm):  # type: ignore[type-arg]  # generic in the stubs only
    """Person, reason and duration of emergency access; saving begins it."""

    hours = forms.TypedChoiceField(
        label=_("Lasts"), coerce=int, choices=_periods, initial=_HOURS[0], widget=UnfoldAdminSelectWidget
    )

    class Meta:
        model = EmergencyAccess
        fields = ("owner", "reason")


@admin.register(EmergencyAccess)
class EmergencyAccessAdmin(NotChanged, ModelAdmin):
    """Superusers' own emergency access; the person is notified, and the audit log outlives the row."""

    form = EmergencyAccessForm
    list_display = ("owner", "by", "reason", "begun_at", "ends_at", "state")
    list_select_related = ("owner", "by")
    search_fields = ("owner__username", "by__username", "reason")
    autocomplete_fields = ("owner",)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return ("owner", "reason", "hours" if obj is None else "ends_at")

    def save_model(self, request: HttpRequest, obj: EmergencyAccess, form: Any, change: bool) -> None:
        given = form.cleaned_data
        made = emergency_access_begin(
            request.user,  # type: ignore[arg-type]  # superusers only
            given["owner"],
            reason=given["reason"],
            lasts=timedelta(hours=given["hours"]),
        )
        obj.pk, obj.by, obj.ends_at = made.pk, made.by, made.ends_at

    @display(description=_("state"), label={_OPEN: "warning", _OVER: None})
    def state(self, row: EmergencyAccess) -> Any:
        return _OPEN if row.is_open(timezone.now()) else _OVER
