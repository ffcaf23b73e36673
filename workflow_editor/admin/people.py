"""Users and roles (Django groups). Nobody types a password for somebody else: see `admin.account_links`."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django import forms
from django.contrib import admin, messages
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, User
from django.db.models import Field, ManyToManyField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, reverse
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.decorators import action
from unfold.forms import UserChangeForm
from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget, UnfoldAdminSelectWidget

from tools.admin.read_only import NotAdded
from tools.forms.name_fields import NamesInForms
from workflow_editor.services.leaving import leaving_of, person_leave
from workflow_editor.services.second_factor.factors import factors_remove
from workflow_editor.services.sessions import sessions_end


class LeavingForm(forms.Form):
    successor = forms.ModelChoiceField(
        User.objects.none(),
        label=_("Transfer workflows and agents to"),
        required=False,
        empty_label=_("Nobody"),
        widget=UnfoldAdminSelectWidget,
    )

    def __init__(self, person: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        others = User.objects.filter(is_active=True).exclude(pk=person.pk).order_by("username")
        field = self.fields["successor"]
        if isinstance(field, forms.ModelChoiceField):
            field.queryset = others


FLAG_HELPS = {
    "is_active": _("Can sign in. Disable this instead of deleting users."),
    "is_staff": _("Manages tools and models, here and in the app."),
    "is_superuser": _("Can do everything, including managing users and roles."),
}

# Packages whose registrations go or are replaced here.
for package in ("allauth.account.admin", "allauth.mfa.admin", "allauth.usersessions.admin"):
    import_module(package)
for model in (User, Group, EmailAddress, Authenticator, UserSession):
    admin.site.unregister(model)


@admin.register(User)
class PersonAdmin(NotAdded, NamesInForms, UserAdmin, ModelAdmin):  # type: ignore[type-arg]  # generic in the stubs only
    """Rights come from roles, so single permissions of a person are not offered. People come by invitation."""

    form = UserChangeForm
    list_display = ["username", "email", "is_active", "is_staff", "last_login"]
    list_filter = ["is_active", "is_staff", "groups"]
    list_filter_submit = True
    filter_horizontal = []
    fieldsets = [
        (None, {"fields": ["username", "email"]}),
        (_("Roles"), {"fields": ["groups"]}),
        (_("Access"), {"fields": ["is_active", "is_staff", "is_superuser"]}),
        (_("Dates"), {"fields": ["last_login", "date_joined"]}),
    ]
    readonly_fields = ["last_login", "date_joined"]
    actions_list = ["invite"]
    actions_detail = ["new_password", "end_sessions", "remove_factors", "leave"]

    def get_urls(self) -> list[URLPattern]:
        """Leave out the form that sets somebody's password."""
        return list(ModelAdmin.get_urls(self))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show what stops before an account is closed."""
        closes = request.method == "POST" and "is_active" not in request.POST
        return self._leaving_first(request, object_id, closes) or super().change_view(
            request, object_id, form_url, extra_context
        )

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show what stops before a person is deleted."""
        return self._leaving_first(request, object_id, request.method == "POST") or super().delete_view(
            request, object_id, extra_context
        )

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Offer no deletion of several: each is asked about."""
        return {}

    def _leaving_first(self, request: HttpRequest, object_id: str, closes: bool) -> HttpResponse | None:
        person = User.objects.filter(pk=object_id).first() if closes and self.has_change_permission(request) else None
        if person is None or not leaving_of(person):
            return None
        return redirect("admin:auth_user_leave", object_id=person.pk)

    @action(description=_("Close the account"), permissions=["change"], url_path="leave")
    def leave(self, request: HttpRequest, object_id: str) -> HttpResponse:
        person = get_object_or_404(User, pk=object_id)
        form = LeavingForm(person, request.POST or None)
        if request.method == "POST" and form.is_valid():
            person_leave(person, successor=form.cleaned_data["successor"])
            self.message_user(request, _("The account is closed."))
            return redirect("admin:auth_user_change", person.pk)
        found = leaving_of(person)
        groups = [
            {"title": _("Live triggers"), "items": [f"{one.workflow} · {one.node_key}" for one in found.triggers]},
            {"title": _("Links"), "items": [f"{one.prefix}… · {one.agent or one.trigger}" for one in found.links]},
            {"title": _("Workflows"), "items": [str(one) for one in found.workflows]},
            {"title": _("Agents"), "items": [str(one) for one in found.agents]},
        ]
        context = {**self.admin_site.each_context(request), "title": _("Close the account"), "opts": self.opts}
        return TemplateResponse(
            request, "admin/leaving.html", {**context, "person": person, "form": form, "groups": groups}
        )

    @action(description=_("Invite someone"), permissions=["change"])
    def invite(self, request: HttpRequest) -> HttpResponse:
        return redirect("admin:workflow_editor_accountlink_add")

    @action(description=_("Password reset link"), permissions=["change"])
    def new_password(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return redirect(f"{reverse('admin:workflow_editor_accountlink_add')}?user={int(object_id)}")

    @action(description=_("End sessions"), permissions=["change"])
    def end_sessions(self, request: HttpRequest, object_id: str) -> HttpResponse:
        question = _("End all sessions of %(name)s? Whoever uses one has to sign in again.")
        return self._asked(request, object_id, _("End sessions"), question, self._end_sessions)

    @action(description=_("Remove second factors"), permissions=["change"])
    def remove_factors(self, request: HttpRequest, object_id: str) -> HttpResponse:
        question = _("Remove all second factors of %(name)s? Do this only if you know who asks for it.")
        return self._asked(request, object_id, _("Remove second factors"), question, self._remove_factors)

    def _end_sessions(self, request: HttpRequest, user: User) -> None:
        count = sessions_end(user)
        messages.success(request, _("Sessions ended: %(count)s.") % {"count": count})

    def _remove_factors(self, request: HttpRequest, user: User) -> None:
        factors_remove(user)
        messages.success(request, _("%(name)s signs in with the password alone.") % {"name": user})

    def _asked(
        self, request: HttpRequest, object_id: str, title: Any, question: Any, do: Callable[[HttpRequest, User], None]
    ) -> HttpResponse:
        """Ask once more, since links are followed without a form's token; then do it."""
        user = get_object_or_404(User, pk=object_id)
        back = reverse("admin:auth_user_change", args=[user.pk])
        if request.method == "POST":
            do(request, user)
            return redirect(back)
        context = {
            **self.admin_site.each_context(request),
            "title": title,
            "question": question % {"name": user},
            "back": back,
            "keep": _("Cancel"),
            "opts": self.opts,
        }
        return TemplateResponse(request, "admin/person_act.html", context)

    def formfield_for_dbfield(self, db_field: "Field[Any, Any]", request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name in FLAG_HELPS:
            kwargs["help_text"] = FLAG_HELPS[db_field.name]
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    def formfield_for_manytomany(
        self, db_field: "ManyToManyField[Any, Any]", request: HttpRequest, **kwargs: Any
    ) -> Any:
        field = super().formfield_for_manytomany(
            db_field, request, widget=UnfoldAdminCheckboxSelectMultipleWidget, **kwargs
        )
        if field is not None:
            field.label, field.help_text = _("Roles"), _("Set in the permission matrix what each role may call.")
        return field


@admin.register(Group)
class RoleAdmin(NamesInForms, GroupAdmin, ModelAdmin):
    """A role is a group; what its members may call is set in the permission matrix."""

    fields = ["name"]
    filter_horizontal = []
