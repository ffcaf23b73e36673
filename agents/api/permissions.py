"""Permissions for installation-wide settings: providers, variables."""

from django.utils.translation import gettext_lazy as _
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView


class StaffChanges(BasePermission):
    """Everybody who is signed in may read, administrators may write; the error's code is `staff_only`."""

    code = "staff_only"
    message = _("Only administrators may do this. Ask one of them.")

    def has_permission(self, request: Request, view: APIView) -> bool:
        if not request.user.is_authenticated:
            return False
        return request.method in SAFE_METHODS or request.user.is_staff
