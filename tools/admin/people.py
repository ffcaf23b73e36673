"""Users and roles (Django groups)."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, User
from django.db import transaction
from django.db.models import Field, ManyToManyField
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm
from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget

FLAG_HELPS = {
    "is_active": _("May sign in. Switch this off instead of deleting people."),
    "is_staff": _("Administers tools and models, here and in the app."),
    "is_superuser": _("May do everything, people and roles included."),
}

admin.site.unregister(User)
admin.site.unregister(Group)


@admin.register(User)
class PersonAdmin(UserAdmin, ModelAdmin):  # type: ignore[type-arg]  # generic in the stubs only
    """Rights come from roles, so single permissions of a person are not offered."""

    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm
    list_display = ["username", "email", "is_active", "is_staff", "last_login"]
    list_filter = ["is_active", "is_staff", "groups"]
    list_filter_submit = True
    filter_horizontal = []
    fieldsets = [
        (None, {"fields": ["username", "password", "email"]}),
        (_("Roles"), {"fields": ["groups"]}),
        (_("Rights"), {"fields": ["is_active", "is_staff", "is_superuser"]}),
        (_("Dates"), {"fields": ["last_login", "date_joined"]}),
    ]
    readonly_fields = ["last_login", "date_joined"]

    @method_decorator(transaction.atomic)
    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:
        """Store the password together with its row in the audit log."""
        return super().user_change_password(request, id, form_url)

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
            field.label, field.help_text = _("Roles"), _("What each role may call is set in the permission matrix.")
        return field


@admin.register(Group)
class RoleAdmin(GroupAdmin, ModelAdmin):
    """A role is a group; what its members may call is set in the permission matrix."""

    fields = ["name"]
    filter_horizontal = []
