"""The actions of the audit log of rights in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

SUBJECTS: dict[str, Promise] = {
    "account": _("Account"),
    "confirmation": _("Confirmation"),
    "credential": _("Credential"),
    "credentials": _("Credentials"),
    "emergency_access": _("Emergency access"),
    "factor": _("Second factor"),
    "invitation": _("Invitation"),
    "invitation_role": _("Role of an invitation"),
    "link": _("Link"),
    "member": _("Member"),
    "password": _("Password"),
    "permission": _("Permission"),
    "provider": _("Model provider"),
    "rights": _("Rights"),
    "role": _("Role"),
    "role_permission": _("Permission of a role"),
    "rule": _("Rule"),
    "session": _("Session"),
    "sign_in": _("Sign-in"),
    "token": _("Token"),
    "tool": _("Tool"),
    "trigger": _("Trigger"),
    "user": _("User"),
    "workflow": _("Workflow"),
}
VERBS: dict[str, Promise] = {
    "accepted": pgettext_lazy("access", "accepted"),
    "added": pgettext_lazy("access", "added"),
    "address_changed": pgettext_lazy("access", "address replaced"),
    "begun": pgettext_lazy("access", "begun"),
    "changed": pgettext_lazy("access", "changed"),
    "connected": pgettext_lazy("access", "connected"),
    "created": pgettext_lazy("access", "created"),
    "deleted": pgettext_lazy("access", "deleted"),
    "ended": pgettext_lazy("access", "ended"),
    "failed": pgettext_lazy("access", "failed"),
    "granted": pgettext_lazy("access", "granted"),
    "origin_confirmed": pgettext_lazy("access", "address allowed"),
    "origin_first_used": pgettext_lazy("access", "address used for the first time"),
    "origin_removed": pgettext_lazy("access", "address no longer allowed"),
    "paused": pgettext_lazy("access", "paused"),
    "reencrypted": pgettext_lazy("access", "encrypted with a new key"),
    "refused": pgettext_lazy("access", "refused"),
    "rehashed": pgettext_lazy("access", "stored with a newer hash"),
    "removed": pgettext_lazy("access", "removed"),
    "revoked": pgettext_lazy("access", "revoked"),
    "secrets_changed": pgettext_lazy("access", "secrets replaced"),
    "succeeded": pgettext_lazy("access", "succeeded"),
}


def action_label(action: str) -> str:
    """Return a stable dotted name in words; as it is where it has none."""
    subject, _dot, verb = action.partition(".")
    return f"{SUBJECTS[subject]} · {VERBS[verb]}" if subject in SUBJECTS and verb in VERBS else action
