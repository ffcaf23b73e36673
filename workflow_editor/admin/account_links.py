"""Invitations, and links with which somebody chooses a new password."""

from datetime import timedelta
from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Field, ManyToManyField
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy
from unfold.admin import ModelAdmin
from unfold.decorators import display
from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget, UnfoldAdminSelectWidget

from tools.admin.read_only import NotChanged
from tools.api.public_address import public_address
from workflow_editor.admin.people import FLAG_HELPS
from workflow_editor.models import AccountLink
from workflow_editor.services.account_links import LINK_LASTS, invitation_create, password_reset_create

_USED = pgettext_lazy("state of a link", "used")
STATES = {_("open"): "success", _USED: None, _("expired"): "warning"}


def _periods() -> list[tuple[int, str]]:
    # In the language of the request: an interpolated text is no longer lazy.
    return [
        (days, ngettext("%(days)s day", "%(days)s days", days) % {"days": days})
        for days in sorted({1, LINK_LASTS.days, 30})
    ]


class AccountLinkForm(forms.ModelForm):  # type: ignore[type-arg]  # generic in the stubs only
    """Purpose of a new link; saving makes it."""

    days = forms.TypedChoiceField(
        label=_("Valid for"),
        coerce=int,
        choices=_periods,
        initial=lambda: LINK_LASTS.days,
        widget=UnfoldAdminSelectWidget,
    )

    class Meta:
        model = AccountLink
        fields = ("user", "note", "roles", "is_staff")


@admin.register(AccountLink)
class AccountLinkAdmin(NotChanged, ModelAdmin):
    """Made, shown once, listed, and revoked by deletion; superusers only, like people."""

    form = AccountLinkForm
    list_display = ("purpose", "for_whom", "state", "created_by", "created_at", "expires_at")
    list_select_related = ("user", "created_by")
    search_fields = ("note", "user__username")
    autocomplete_fields = ("user",)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return ("user", "note", "roles", "is_staff", "days" if obj is None else "expires_at")

    def formfield_for_dbfield(self, db_field: "Field[Any, Any]", request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name in FLAG_HELPS:
            kwargs["help_text"] = FLAG_HELPS[db_field.name]
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if db_field.name == "user":
            field.help_text = _("The user who needs a new password. Choose none to invite someone new.")
        return field

    def formfield_for_manytomany(
        self, db_field: "ManyToManyField[Any, Any]", request: HttpRequest, **kwargs: Any
    ) -> Any:
        kwargs["widget"] = UnfoldAdminCheckboxSelectMultipleWidget
        return super().formfield_for_manytomany(db_field, request, **kwargs)

    def save_model(self, request: HttpRequest, obj: AccountLink, form: Any, change: bool) -> None:
        given = form.cleaned_data
        lasts = timedelta(days=given["days"])
        if given["user"] is not None:
            made, raw = password_reset_create(request.user, given["user"], lasts=lasts)  # type: ignore[arg-type]  # superusers only
        else:
            made, raw = invitation_create(
                request.user,  # type: ignore[arg-type]  # superusers only
                note=given["note"],
                roles=given["roles"],
                is_staff=given["is_staff"],
                lasts=lasts,
            )
        obj.pk, obj.purpose, obj.expires_at = made.pk, made.purpose, made.expires_at
        # Nowhere but in the answer to this request.
        request.account_link_token = raw  # type: ignore[attr-defined]  # read below

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Do nothing: the roles are stored with the link."""

    def response_add(
        self, request: HttpRequest, obj: AccountLink, post_url_continue: str | None = None
    ) -> HttpResponse:
        """Show the link, this once."""
        address = public_address(request, f"/setup?token={request.account_link_token}")  # type: ignore[attr-defined]
        context = {
            **self.admin_site.each_context(request),
            "title": obj.get_purpose_display(),
            "address": address,
            "link": obj,
            "opts": self.opts,
        }
        response = TemplateResponse(request, "admin/account_link.html", context)
        response["Cache-Control"] = "no-store"
        return response

    @display(description=_("invited user"))
    def for_whom(self, row: AccountLink) -> str:
        return str(row.user or row.note or "–")

    @display(description=_("state"), label=STATES)
    def state(self, row: AccountLink) -> Any:
        if row.used_at is not None:
            return _USED
        return _("expired") if row.expires_at is not None and row.expires_at <= timezone.now() else _("open")
