"""Users and roles (Django groups)."""

from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, User
from unfold.admin import ModelAdmin
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

admin.site.unregister(User)
admin.site.unregister(Group)


@admin.register(User)
class PersonAdmin(UserAdmin, ModelAdmin):  # type: ignore[type-arg]  # generic in the stubs only
    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm
    list_display = ["username", "email", "is_active", "is_staff", "last_login"]
    list_filter = ["is_active", "is_staff", "groups"]
    list_filter_submit = True


@admin.register(Group)
class RoleAdmin(GroupAdmin, ModelAdmin):
    """A role is a group; what its members may call is set in the permission matrix."""
