"""Roles (Django groups), and people to choose or delete; the product's own pages administer them."""

from importlib import import_module

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin
from django.contrib.auth.models import Group, User
from django.db.models import Model
from django.http import HttpRequest
from unfold.admin import ModelAdmin

from tools.admin.read_only import NotAdded, NotChanged
from tools.forms.name_fields import NamesInForms

# Packages whose registrations go or are replaced here.
for package in ("allauth.account.admin", "allauth.mfa.admin", "allauth.usersessions.admin"):
    import_module(package)
for model in (User, Group, EmailAddress, Authenticator, UserSession):
    admin.site.unregister(model)


@admin.register(User)
class PersonAdmin(NotAdded, NotChanged, ModelAdmin):
    """People for the fields that choose one, and their deletion; accounts are changed at /settings/people."""

    list_display = ("username", "email", "is_active", "last_login")
    list_filter = ("is_active", "groups")
    list_filter_submit = True
    search_fields = ("username", "email")
    ordering = ("username",)
    fields = ("username", "email", "groups", "is_active", "is_staff", "is_superuser", "last_login", "date_joined")
    actions = None

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Delete only closed accounts: closing one shows what it stops."""
        is_open = isinstance(obj, User) and obj.is_active
        return not is_open and super().has_delete_permission(request, obj)


@admin.register(Group)
class RoleAdmin(NamesInForms, GroupAdmin, ModelAdmin):
    """A role is a group; what its members may call is set in the permission matrix."""

    fields = ["name"]
    filter_horizontal = []
