"""Permission classes of this app's endpoints."""

from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView


class StaffOnly(BasePermission):
    """Administrators only; the error's code is `staff_only`."""

    code = "staff_only"
    message = _("Only administrators may do this. Ask one of them.")

    def has_permission(self, request: Request, view: APIView) -> bool:
        return bool(request.user.is_authenticated and request.user.is_staff)


class SuperusersOnly(StaffOnly):
    """Administrators of people only; the error's code is `staff_only`."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        return bool(request.user.is_authenticated and request.user.is_superuser)


def signed_in(request: Request) -> User:
    """Return the user; views require authentication, so there is one."""
    user = request.user
    assert isinstance(user, User)  # noqa: S101  tells mypy what IsAuthenticated guarantees
    return user
