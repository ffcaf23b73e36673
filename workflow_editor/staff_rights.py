"""Staff permissions in the administrator's panel, equal to those of the HTTP API."""

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Model

STAFF_PERMISSIONS = frozenset(
    {
        "tools.view_toolpolicy",
        "tools.add_toolpolicy",
        "tools.change_toolpolicy",
        "tools.delete_toolpolicy",
        "tools.view_toolconfig",
        "tools.change_toolconfig",
        "tools.delete_toolconfig",
        "tools.view_credential",
        "tools.delete_credential",
        "agents.view_modelprovider",
        "agents.change_modelprovider",
        "agents.delete_modelprovider",
        "agents.view_modelprofile",
    }
)
"""Users, roles, workflows and runs are not among them: see docs/decisions/0005-rights-in-the-panel.md."""


class StaffRightsBackend(AuthenticationBackend):
    """Signs in as django-allauth does; gives Django's own rights, and `STAFF_PERMISSIONS` for active staff."""

    def get_all_permissions(self, user_obj: User | AnonymousUser, obj: Model | None = None) -> set[str]:
        own: set[str] = super().get_all_permissions(user_obj, obj)
        return own | STAFF_PERMISSIONS if user_obj.is_active and user_obj.is_staff and obj is None else own
